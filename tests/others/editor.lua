-- Drives `interp lsp` by a real editor, Neovim 0.7 or newer, and prints what its user sees:
--
--     INTERP=target/release/interp nvim --headless --clean -c "luafile tests/others/editor.lua"
--
-- editor.txt beside it is such a run.

local RULES = {
  'extends = "chess"',
  'name    = "Camels"',
  '',
  '[pieces.camel]',
  "moves = 'leap (1,3) | step forwrd to empty'",
  '[pieces.guard]',
  "moves   =  'step any to not own camel'",
  '',
  '[format]',
  "cells = { C = 'white camel', c = 'black camel', G = 'white guard', g = 'black guard' }",
  'setup = "rcbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RGBQKBNR w KQkq - 0 1"',
}

local folder = vim.fn.tempname()
vim.fn.mkdir(folder)
local path = folder .. "/camels.toml"
vim.fn.writefile(RULES, path)

local function say(text)
  io.stdout:write(text .. "\n")
end

local function stop(why)
  say("stopped: " .. why)
  vim.cmd("cquit")
end

vim.cmd("edit " .. path)
local program = os.getenv("INTERP") or "interp"
local client = vim.lsp.start_client({ name = "interp", cmd = { program, "lsp" }, root_dir = folder })
if not client or not vim.lsp.buf_attach_client(0, client) then
  stop("the server does not start")
end

local function wait(what, holds)
  if not vim.wait(30000, holds, 20) then
    stop(what)
  end
end

local function line(number)
  return vim.api.nvim_buf_get_lines(0, number, number + 1, true)[1]
end

-- Asks the server and waits for its answer.
local function ask(method, params)
  local answers, why = vim.lsp.buf_request_sync(0, method, params, 30000)
  local answer = answers and answers[client]
  if not answer then
    stop(method .. ": " .. (why or "no answer"))
  end
  return answer.result, answer.err or answer.error
end

local function encoding()
  return vim.lsp.get_client_by_id(client).offset_encoding
end

local function put(number, word)
  local column = line(number):find(word, 1, true)
  vim.api.nvim_win_set_cursor(0, { number + 1, column - 1 })
  return vim.lsp.util.make_position_params(0, encoding())
end

-- The lines with what is underlined beneath them.
local function squiggles()
  for _, found in ipairs(vim.diagnostic.get(0)) do
    say("  " .. line(found.lnum))
    say("  " .. (" "):rep(found.col) .. ("~"):rep(found.end_col - found.col) .. " " .. found.message)
  end
end

say("an error is typed")
wait("no fault is told", function() return #vim.diagnostic.get(0) > 0 end)
squiggles()

say("its fix is taken")
local fault = vim.diagnostic.get(0)[1]
put(fault.lnum, "forwrd")
local params = vim.lsp.util.make_range_params(0, encoding())
params.context = { diagnostics = {} }
for _, action in ipairs(ask("textDocument/codeAction", params)) do
  say("  offered: " .. action.title)
  if action.kind == "quickfix" then
    vim.lsp.util.apply_workspace_edit(action.edit, encoding())
    break
  end
end
say("  " .. line(4))
wait("the fault stays", function()
  for _, found in ipairs(vim.diagnostic.get(0)) do
    if found.severity == vim.diagnostic.severity.ERROR then
      return false
    end
  end
  return true
end)
say("  no fault is left")

say("the cursor rests on `camel`")
local hover = ask("textDocument/hover", put(6, "camel"))
for _, told in ipairs(vim.split(hover.contents.value, "\n")) do
  say("  " .. told)
end

say("behind `step any to ` is proposed")
vim.api.nvim_win_set_cursor(0, { 7, line(6):find("not own", 1, true) - 1 })
local items = ask("textDocument/completion", vim.lsp.util.make_position_params(0, encoding()))
local labels = vim.tbl_map(function(item) return item.label end, items)
say("  " .. #labels .. " words, among them")
for _, item in ipairs(items) do
  if vim.tbl_contains({ "camel", "empty", "enemy" }, item.label) then
    say("  " .. item.label .. ": " .. item.documentation.value:gsub("\n.*", ""))
  end
end

say("`camel` is renamed to `giraffe`")
local place = put(6, "camel")
place.newName = "giraffe"
local edit = ask("textDocument/rename", place)
vim.lsp.util.apply_workspace_edit(edit, encoding())
for _, told in ipairs(vim.api.nvim_buf_get_lines(0, 3, -1, true)) do
  say("  " .. told)
end
place = put(4, "step")
place.newName = "hop"
local _, why = ask("textDocument/rename", place)
say("  and `step`: " .. why.message)

say("the file is laid out")
local options = { tabSize = 2, insertSpaces = true }
local laid = { textDocument = vim.lsp.util.make_text_document_params(0), options = options }
vim.lsp.util.apply_text_edits(ask("textDocument/formatting", laid), 0, encoding())
for _, told in ipairs(vim.api.nvim_buf_get_lines(0, 3, -1, true)) do
  say("  " .. told)
end

say("where `knight` is declared")
vim.api.nvim_buf_set_lines(0, 6, 7, true, { "moves = 'step any to not own knight'" })
local leads = ask("textDocument/definition", put(6, "knight"))
for _, location in ipairs(leads) do
  say("  " .. location.uri:gsub(".*/", "") .. ", line " .. location.range.start.line + 1)
end

vim.fn.delete(folder, "rf")
vim.cmd("quitall!")
