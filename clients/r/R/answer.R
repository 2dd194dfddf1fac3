# An answer is the list that the command's JSON is, with its tables beside it.

# The table that an answer is about.
MAIN <- c(
  fit = "parameters", value = "protocols", identify = "alternatives", calibrate = "protocols", plan = "curve",
  design = "choices", retrospect = "templates", predict = "predictions"
)

# Columns that hold names given in the study or its data: a protocol called 1 stays the text "1".
NAMES <- c("protocol", "alternative", "a", "b", "class", "unit", "name", "template", "target", "with", "clock")

new_answer <- function(document, tables) {
  main <- MAIN[document$command]
  first <- names(tables) %in% main
  structure(document, class = "sightline_answer", tables = c(tables[first], tables[!first]))
}

read_table <- function(file, name) {
  frame <- read.csv(
    file,
    colClasses = "character", na.strings = "", check.names = FALSE, fileEncoding = "UTF-8", strip.white = FALSE
  )
  for (column in names(frame)) {
    if (column %in% NAMES || (column == "best" && grepl("classes$", name))) next
    cells <- frame[[column]]
    there <- cells[!is.na(cells)]
    if (length(there) > 0 && all(there %in% c("true", "false"))) frame[[column]] <- cells == "true"
    else if (all(grepl("^-?([0-9]+\\.?[0-9]*|\\.[0-9]+)(e[-+]?[0-9]+)?$", there))) frame[[column]] <- as.numeric(cells)
  }
  frame
}

#' The names of an answer's tables, the one that it is about first.
sl_tables <- function(answer) names(attr(answer, "tables"))

#' A table of an answer as a data frame, the first unless a name is given.
sl_table <- function(answer, name = sl_tables(answer)[1]) {
  if (!isTRUE(name %in% sl_tables(answer)))
    stop("this answer has no table ", name, "; it has ", paste(sl_tables(answer), collapse = ", "))
  attr(answer, "tables")[[name]]
}

print.sightline_answer <- function(x, ...) {
  cat("sightline ", x$command, ": ", paste(sl_tables(x), collapse = ", "), "\n", sep = "")
  if (length(sl_tables(x)) > 0) {
    table <- sl_table(x)
    # Columns without a single entry say nothing here.
    print(table[vapply(table, function(column) !all(is.na(column)), TRUE)], ...)
  }
  for (warning in x$warnings) cat("warning: ", if (is.list(warning)) warning$message else warning, "\n", sep = "")
  invisible(x)
}
