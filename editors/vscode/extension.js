// Starts `interp lsp` and lets the editor talk to it; all else is the server's.
const { workspace } = require("vscode");
const { LanguageClient } = require("vscode-languageclient/node");

let client;

exports.activate = () => {
  const command = workspace.getConfiguration("interp").get("path");
  const documentSelector = [{ language: "interp-rules" }, { language: "toml" }];
  client = new LanguageClient("interp", "interp", { command, args: ["lsp"] }, { documentSelector });
  return client.start();
};

exports.deactivate = () => client?.stop();
