# One function for each question that the command answers.
#
# study     a path, a list, or YAML text of several lines
# ...       the options of the command line, with _ for -: sl_calibrate(study, draws = 500)
# tables    data that the study names: a list of data frames by file name
# folder    of a study that is no file: where its other files are
# progress  a function of one line of text, called while long work goes on, such as message

question <- function(command) {
  force(command)
  function(study, ..., tables = NULL, folder = NULL, progress = NULL)
    ask(command, study, tables, folder, progress, list(...))
}

#' What each protocol is worth under the study's law.
sl_value <- question("value")
#' Whether the benchmark determines the value of protocols not run, and what range is left.
sl_identify <- question("identify")
#' The value of each protocol from densely observed units, with intervals, and which can be told apart.
sl_calibrate <- question("calibrate")
#' How many units it takes to tell protocols apart; with trial = TRUE, how large a trial.
sl_plan <- question("plan")
#' The best actions of a catalogue within a budget, with a proof or a bound.
sl_design <- question("design")
#' What sparse looks would have told about fully annotated records.
sl_retrospect <- question("retrospect")
#' The law that fits sparse, irregular readings best.
sl_fit <- question("fit")
#' The target of new units from their readings: protocol names the protocol, readings the table.
sl_predict <- question("predict")

#' Every analysis that the study allows; the report is written to the folder out.
sl_run <- function(study, out, ..., tables = NULL, folder = NULL, progress = NULL) {
  ask("run", study, tables, folder, progress, list(out = normalizePath(out, mustWork = FALSE), ...))
}

#' The JSON Schema of the study file, or of a result, as a list.
sl_schema <- function(of = NULL) {
  done <- start(c("schema", of))
  if (done$code != 0L) stop(error_of(done, NULL))
  fromJSON(done$out, simplifyVector = FALSE)
}

#' The version of the command.
sl_version <- function() {
  done <- start("--version")
  if (done$code != 0L) stop(error_of(done, NULL))
  trimws(done$out)
}
