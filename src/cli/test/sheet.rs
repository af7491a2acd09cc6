//! What is printed of tests that are tried: lines for people, JSON, TAP or JUnit's XML.

use std::fmt::Write;

use crate::cli::args::Output;
use crate::cli::console::Console;
use crate::cli::fail::Failure;
use crate::report::TestRecord;
use crate::source::Place;
use crate::xml::escaped;

/// A test that has been tried.
pub struct Tried<'a> {
    /// Its number in the file, from 1.
    pub number: usize,
    /// Its name, if it has one.
    pub name: Option<&'a str>,
    /// Where it stands.
    pub place: Place<'a>,
    /// Why it does not hold.
    pub failure: Option<Failure>,
}

impl Tried<'_> {
    /// What it is called.
    fn called(&self) -> String {
        self.name.map_or_else(|| format!("test {}", self.number), str::to_owned)
    }
}

/// The sheet on which tests are written down.
pub struct Sheet {
    output: Output,
    /// Tests of all files, those that fail, and files without tests that can be tried.
    tests: usize,
    failures: usize,
    errors: usize,
    /// What JUnit's XML says of the files so far.
    suites: String,
}

impl Sheet {
    /// An empty sheet, with what stands above all tests.
    pub fn new(console: &mut Console, output: Output) -> Result<Self, Failure> {
        if output == Output::Tap {
            console.answer("TAP version 14")?;
        }
        Ok(Self { output, tests: 0, failures: 0, errors: 0, suites: String::new() })
    }

    /// Writes down a file that cannot be read.
    pub fn unread(
        &mut self,
        console: &mut Console,
        file: &str,
        why: &Failure,
    ) -> Result<(), Failure> {
        match self.output {
            Output::Text | Output::Json => console.fail(why),
            Output::Tap => {
                self.tests += 1;
                self.point(console, &format!("{file}: cannot be read"), Some(why))?;
            }
            Output::Junit => {
                self.errors += 1;
                console.worst(why);
                let name = escaped(file);
                let _ = write!(
                    self.suites,
                    "  <testsuite name=\"{name}\" tests=\"1\" failures=\"0\" errors=\"1\">\n    \
                     <testcase name=\"{name}\" classname=\"{name}\">\n      \
                     <error>{}</error>\n    </testcase>\n  </testsuite>\n",
                    escaped(&rendered(why))
                );
                self.tests += 1;
            }
        }
        Ok(())
    }

    /// Writes down the tests of a file, tried one by one.
    pub fn file<'a>(
        &mut self,
        console: &mut Console,
        file: &str,
        tests: impl Iterator<Item = Tried<'a>>,
    ) -> Result<(), Failure> {
        let (mut all, mut failed, mut cases) = (0, 0, String::new());
        for tried in tests {
            all += 1;
            failed += usize::from(tried.failure.is_some());
            self.tests += 1;
            match self.output {
                Output::Text | Output::Json => {
                    tried.failure.iter().for_each(|failure| console.fail(failure));
                }
                Output::Tap => {
                    let called = format!("{file}: {}", tried.called());
                    self.point(console, &called, tried.failure.as_ref())?;
                }
                Output::Junit => {
                    tried.failure.iter().for_each(|failure| console.worst(failure));
                    cases += &case(file, &tried);
                }
            }
            if self.output == Output::Json {
                let (test, name, ok) = (tried.number, tried.name, tried.failure.is_none());
                console.record(&TestRecord { file, test, name, ok })?;
            }
        }
        self.failures += failed;
        match self.output {
            Output::Text => console.answer(&match (failed, all) {
                (_, 0) => format!("{file}: no tests"),
                (0, 1) => format!("{file}: 1 test holds"),
                (0, all) => format!("{file}: {all} tests hold"),
                (failed, all) => format!("{file}: {failed} of {all} tests failed"),
            })?,
            Output::Json | Output::Tap => {}
            Output::Junit => {
                let name = escaped(file);
                let _ = write!(
                    self.suites,
                    "  <testsuite name=\"{name}\" tests=\"{all}\" failures=\"{failed}\" errors=\"0\">\n\
                     {cases}  </testsuite>\n"
                );
            }
        }
        Ok(())
    }

    /// Writes what stands below all tests.
    pub fn end(self, console: &mut Console) -> Result<(), Failure> {
        let Self { output, tests, failures, errors, suites } = self;
        match output {
            Output::Text | Output::Json => Ok(()),
            Output::Tap => console.answer(&format!("1..{tests}")),
            Output::Junit => console.answer(&format!(
                "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n\
                 <testsuites tests=\"{tests}\" failures=\"{failures}\" errors=\"{errors}\">\n\
                 {suites}</testsuites>"
            )),
        }
    }

    /// A test point of TAP, and below it what does not hold.
    fn point(
        &self,
        console: &mut Console,
        called: &str,
        failure: Option<&Failure>,
    ) -> Result<(), Failure> {
        let ok = if failure.is_some() { "not ok" } else { "ok" };
        // A `#` would begin a directive.
        let called = called.replace('\\', "\\\\").replace('#', "\\#");
        console.answer(&format!("{ok} {} - {called}", self.tests))?;
        let Some(failure) = failure else { return Ok(()) };
        console.worst(failure);
        rendered(failure)
            .lines()
            .try_for_each(|line| console.answer(format!("# {line}").trim_end()))
    }
}

/// A test case of JUnit's XML.
fn case(file: &str, tried: &Tried<'_>) -> String {
    let (name, class) = (escaped(&tried.called()), escaped(file));
    let (path, line) = (escaped(tried.place.file), tried.place.line);
    let head = format!(
        "    <testcase name=\"{name}\" classname=\"{class}\" file=\"{path}\" line=\"{line}\""
    );
    let Some(failure) = &tried.failure else { return head + "/>\n" };
    let text = rendered(failure);
    let first = text.lines().next().unwrap_or_default();
    let message = escaped(first.strip_prefix("error: ").unwrap_or(first));
    format!(
        "{head}>\n      <failure message=\"{message}\">{}</failure>\n    </testcase>\n",
        escaped(&text)
    )
}

/// A failure as people read it, without colours.
fn rendered(failure: &Failure) -> String {
    failure.told().map_or_else(String::new, |(fault, _)| fault.render(false))
}
