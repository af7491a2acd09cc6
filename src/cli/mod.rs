//! The only place that reads files, prints and exits; one file a command.
