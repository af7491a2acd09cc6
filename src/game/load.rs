//! Texts → games: a rule file with everything that it extends.

use super::{Code, Fault, Game, What, shipped};
use crate::diag::{Diagnostic, nearest};
#[cfg(feature = "tidy")]
use crate::rules::limits;
#[cfg(feature = "tidy")]
use crate::source::Span;
use crate::source::{Source, Spanned};
use crate::syntax::extend;
#[cfg(feature = "tidy")]
use crate::syntax::parts;

impl Game {
    /// The game of a rule file's text. It may extend shipped rules, if the feature `shipped` is on.
    ///
    /// ```
    /// let game = interp::Game::from_text("extends = 'hex'\nname = 'Mine'")?;
    /// assert_eq!(game.name(), "Mine");
    /// # Ok::<(), interp::Fault>(())
    /// ```
    ///
    /// # Errors
    /// [`Code::Rules`], with every fault of the text.
    pub fn from_text(text: &str) -> Result<Self, Fault> {
        Self::from_text_with(text, |_| None)
    }

    /// The same, where `base` gives the text of what a file extends, by the name that stands there. What it does not know
    /// is looked for among shipped rules.
    ///
    /// # Errors
    /// [`Code::Rules`], with every fault of the text.
    pub fn from_text_with(
        text: &str,
        mut base: impl FnMut(&str) -> Option<String>,
    ) -> Result<Self, Fault> {
        Self::gathered(Source::new("rules", text), &mut |name| {
            let shipped = || shipped::text(&name.value).map(str::to_owned);
            match base(&name.value).or_else(shipped) {
                Some(text) => Ok(Source::new(name.value.trim_end_matches(".toml"), text)),
                None => Err(unknown_base(name, "no such rules")),
            }
        })
    }

    /// A shipped game, by the name of its rule file.
    ///
    /// # Errors
    /// [`Code::Unreadable`] if none has that name.
    #[cfg(feature = "shipped")]
    pub fn shipped(name: &str) -> Result<Self, Fault> {
        let Some(text) = shipped::text(name) else {
            return Err(Fault::plain(Code::Unreadable, format!("no rules `{name}` are shipped"))
                .help(near_shipped(name)));
        };
        let source = Source::new(name.trim_end_matches(".toml"), text);
        Self::gathered(source, &mut |name| match shipped::text(&name.value) {
            Some(text) => Ok(Source::new(name.value.trim_end_matches(".toml"), text)),
            None => Err(unknown_base(name, "no such rules")),
        })
    }

    /// The text of a rule file with its blanks laid out as those of the shipped rule files are. Nothing else of it changes, and what is
    /// tidy stays as it is. The rules need not be sound.
    ///
    /// ```
    /// let text = interp::Game::tidy("[board]\nsize=[8,8]\nshape =  'square' # plain")?;
    /// assert_eq!(text, "[board]\nsize  = [8, 8]\nshape = 'square'                       # plain\n");
    /// # Ok::<(), interp::Fault>(())
    /// ```
    ///
    /// # Errors
    /// [`Code::Rules`] if the text is not TOML, or too large.
    #[cfg(feature = "tidy")]
    pub fn tidy(text: &str) -> Result<String, Fault> {
        Self::tidy_source(&Source::new("rules", text))
    }

    /// The same of a source that has a name.
    #[cfg(feature = "tidy")]
    pub(crate) fn tidy_source(source: &Source) -> Result<String, Fault> {
        let mut faults = Vec::new();
        if source.text.len() > limits::FILE_BYTES {
            let fault = Diagnostic::new("the rule file is too large", Span::new(0, 0));
            faults.push(fault.help(format!("at most {} bytes are read", limits::FILE_BYTES)));
        } else {
            faults.extend(parts::broken(source));
        }
        if !faults.is_empty() {
            return Err(Fault::new(Code::Rules, What::Rules(source.clone(), faults)));
        }
        Ok(crate::tidy::tidy(&source.text))
    }

    /// A source with everything that it extends, which `read` finds.
    pub(crate) fn gathered(
        mut source: Source,
        read: &mut dyn FnMut(&Spanned<String>) -> Result<Source, Diagnostic>,
    ) -> Result<Self, Fault> {
        let gathered = extend::gather(&mut source, read);
        let rules = gathered.map_err(|fault| vec![fault]);
        match rules.and_then(|()| crate::rules::load_with_warnings(&source)) {
            Ok((rules, warnings)) => Ok(Self::new(source, rules, warnings)),
            Err(faults) => Err(Fault::new(Code::Rules, What::Rules(source, faults))),
        }
    }
}

/// The fault of a base that cannot be read.
pub(super) fn unknown_base(name: &Spanned<String>, why: &str) -> Diagnostic {
    let fault = Diagnostic::new(format!("cannot read `{}`", name.value), name.span).label(why);
    match near_shipped(&name.value) {
        help if help.is_empty() => fault,
        help => fault.help(help),
    }
}

/// Which shipped rules a name may have meant; nothing where none are shipped.
pub(crate) fn near_shipped(name: &str) -> String {
    match nearest(name, shipped::names()) {
        Some(near) => format!("did you mean the shipped rules `{near}`?"),
        None if cfg!(feature = "shipped") => {
            String::from("`interp games` lists the rules that are shipped")
        }
        None => String::new(),
    }
}
