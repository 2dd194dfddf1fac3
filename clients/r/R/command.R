# Finds the command, runs it, and turns its exit codes into answers and conditions.

command_line <- function() {
  given <- Sys.getenv("SIGHTLINE")
  if (nzchar(given)) return(given)
  found <- Sys.which("sightline")
  if (nzchar(found)) return(shQuote(found))
  stop(condition(
    "sightline_command_missing",
    paste0(
      "the sightline command was not found; install it with Node 20.19 or later (npm install --global sightline), ",
      "or set SIGHTLINE to what starts it, such as 'npx sightline'"
    )
  ))
}

condition <- function(class, message, ...) {
  structure(
    class = c(class, "sightline_error", "error", "condition"),
    list(message = message, call = NULL, ...)
  )
}

# Exit code, standard output and standard error. Standard error comes through a pipe, so that progress is told while the
# command works.
start <- function(arguments, input = NULL, folder = NULL, progress = NULL) {
  out <- tempfile("sightline-out-")
  code_file <- tempfile("sightline-code-")
  on.exit(unlink(c(out, code_file)))
  if (!is.null(folder)) {
    if (!dir.exists(folder)) stop("there is no folder ", folder, "; folder is where the other files of the study are")
    before <- setwd(folder)
    on.exit(setwd(before), add = TRUE)
  }
  if (!is.null(progress)) {
    kept <- Sys.getenv("SIGHTLINE_PROGRESS", unset = NA)
    Sys.setenv(SIGHTLINE_PROGRESS = "lines")
    on.exit(
      if (is.na(kept)) Sys.unsetenv("SIGHTLINE_PROGRESS") else Sys.setenv(SIGHTLINE_PROGRESS = kept),
      add = TRUE
    )
  }
  from <- if (is.null(input)) nullfile() else input
  line <- paste(
    command_line(), paste(shQuote(arguments), collapse = " "),
    "<", shQuote(from), "2>&1", ">", shQuote(out)
  )
  # The exit code is written down, because what closing a pipe returns differs between systems.
  line <- if (.Platform$OS.type == "windows") {
    paste0("cmd /v:on /c \"", line, " & echo !errorlevel! > ", shQuote(code_file), "\"")
  } else {
    paste0(line, "; echo $? > ", shQuote(code_file))
  }
  from_command <- pipe(line, open = "r", encoding = "UTF-8")
  said <- character()
  tryCatch(
    while (length(one <- readLines(from_command, n = 1, warn = FALSE)) > 0) {
      if (!is.null(progress) && startsWith(one, "progress\t")) progress(sub("^progress\t", "", one))
      else said <- c(said, one)
    },
    finally = close(from_command)
  )
  code <- if (file.exists(code_file)) as.integer(readLines(code_file, n = 1, warn = FALSE)) else 1L
  text <- if (file.exists(out)) paste(readLines(out, encoding = "UTF-8", warn = FALSE), collapse = "\n") else ""
  list(code = code, out = text, err = paste(said, collapse = "\n"))
}

# draws = 500 is --draws=500, no_range = TRUE is --no-range; a vector is said once for each of its elements.
option_arguments <- function(options) {
  if (length(options) > 0 && (is.null(names(options)) || any(names(options) == "")))
    stop(condition("sightline_wrong_usage", "options have names, such as draws = 500"))
  unlist(lapply(names(options), function(name) {
    value <- options[[name]]
    flag <- paste0("--", gsub("_", "-", name))
    if (is.null(value) || identical(value, FALSE)) return(NULL)
    if (identical(value, TRUE)) return(flag)
    text <- if (is.numeric(value)) number_text(value) else as.character(value)
    paste0(flag, "=", text)
  }))
}

ask <- function(command, study, tables = NULL, folder = NULL, progress = NULL, options = list()) {
  scratch <- tempfile("sightline-")
  dir.create(scratch)
  on.exit(unlink(scratch, recursive = TRUE))
  place <- place_of(study, tables, folder, scratch)
  answer_tables <- file.path(scratch, "answer-tables")
  arguments <- c(command, place$argument, "--json", paste0("--tables=", answer_tables), option_arguments(options))
  done <- start(arguments, place$input, place$folder, progress)
  document <- tryCatch(fromJSON(done$out, simplifyVector = TRUE, simplifyDataFrame = FALSE), error = function(e) NULL)
  # Words under undecided stand in place of an answer; that of run lists there what stayed open.
  if (done$code %in% c(0L, 4L) && !is.null(document) && !is.character(document$undecided)) {
    files <- list.files(answer_tables, pattern = "\\.csv$", full.names = TRUE)
    names <- sub("\\.csv$", "", basename(files))
    answer <- new_answer(document, stats::setNames(Map(read_table, files, names), names))
    if (done$code == 0L) return(answer)
    stop(condition("sightline_undecided", done$err, answer = answer))
  }
  stop(error_of(done, document, placed = !is.list(study)))
}

error_of <- function(done, document, placed = TRUE) {
  said <- if (nzchar(done$err)) done$err else paste("the command ended with exit code", done$code)
  if (done$code == 3L && length(document$problems) > 0)
    return(condition("sightline_invalid_input", NULL, problems = problem_frame(document$problems, placed)))
  class <- switch(as.character(done$code),
    # What a shell ends with where a program is not there, or cannot be started.
    "126" = , "127" = "sightline_command_missing",
    "2" = "sightline_wrong_usage",
    "4" = "sightline_undecided",
    "130" = "sightline_cancelled",
    "sightline_fault"
  )
  if (class == "sightline_command_missing")
    said <- paste0(said, "; SIGHTLINE is to be what starts the command, such as 'npx sightline', or unset")
  condition(class, said)
}

# One row a problem. Lines of a study that is a list mean nothing: its fields do.
problem_frame <- function(problems, placed) {
  text <- function(value) if (is.null(value)) NA_character_ else paste(format(value), collapse = ", ")
  rows <- lapply(problems, function(one) {
    lined <- placed || !identical(one$file, "-")
    data.frame(
      file = if (lined) text(one$file) else NA_character_,
      line = if (lined && !is.null(one$line)) one$line else NA_integer_,
      column = if (lined && !is.null(one$column)) one$column else NA_integer_,
      path = text(one$path), value = text(one$value), why = text(one$why), accepted = text(one$accepted)
    )
  })
  do.call(rbind, rows)
}

conditionMessage.sightline_invalid_input <- function(c) {
  rows <- c$problems
  place <- ifelse(is.na(rows$file), "", paste0(rows$file, ifelse(is.na(rows$line), "", paste0(":", rows$line, ":", rows$column)), "  "))
  texts <- paste0(
    place, rows$path, "\n  found     ", rows$value, "\n  why       ", rows$why, "\n  accepted  ", rows$accepted
  )
  count <- paste(nrow(rows), if (nrow(rows) == 1) "problem" else "problems")
  paste0(count, "; nothing was computed\n", paste(texts, collapse = "\n"))
}
