# Where a study is, and where its files are looked for.

place_of <- function(study, tables, folder, scratch) {
  if (is.list(study)) {
    text <- toJSON(exact(study), auto_unbox = TRUE, null = "null", na = "null", json_verbatim = TRUE)
  } else if (is.character(study) && length(study) == 1 && !grepl("\n", study)) {
    if (is.null(tables)) {
      if (!is.null(folder)) stop("folder is for studies that are no file; a file's own folder holds its data")
      return(list(argument = normalizePath(study, mustWork = FALSE), input = NULL, folder = NULL))
    }
    text <- paste(readLines(study, encoding = "UTF-8", warn = FALSE), collapse = "\n")
    folder <- dirname(study)
  } else if (is.character(study)) {
    text <- paste(study, collapse = "\n")
  } else {
    stop("a study is a path, a list, or YAML text")
  }
  input <- file.path(scratch, "study.yaml")
  writeLines(enc2utf8(as.character(text)), input, useBytes = TRUE)
  if (!is.null(tables)) folder <- beside(tables, folder, file.path(scratch, "study"))
  list(argument = "-", input = input, folder = folder)
}

# A folder with the tables, and beside them the other files of the study.
beside <- function(tables, folder, made) {
  if (is.null(names(tables)) || any(names(tables) == ""))
    stop("tables have the names of the files that they stand for, such as tables = list(dense.csv = frame)")
  dir.create(made)
  if (!is.null(folder)) {
    others <- setdiff(list.files(folder), names(tables))
    file.symlink(normalizePath(file.path(folder, others)), file.path(made, others))
  }
  for (name in names(tables)) {
    if (basename(name) != name) stop("a table's name is that of a file beside the study: ", name)
    table <- tables[[name]]
    path <- file.path(made, name)
    if (is.data.frame(table) || is.matrix(table)) write.csv(table, path, row.names = FALSE, na = "", fileEncoding = "UTF-8")
    else if (is.character(table)) writeLines(enc2utf8(table), path, useBytes = TRUE)
    else stop("a table is a data frame, a matrix, or CSV text: ", name)
  }
  made
}

# Numbers with all of their digits: jsonlite writes fifteen of them at most.
exact <- function(part) {
  if (is.list(part)) {
    part[] <- lapply(part, exact)
    return(part)
  }
  if (!is.numeric(part) || is.factor(part)) return(part)
  if (is.matrix(part)) return(structure(listed(apply(part, 1, function(row) listed(number_text(row)))), class = "json"))
  texts <- number_text(part)
  structure(if (length(part) == 1 && !inherits(part, "AsIs")) texts else listed(texts), class = "json")
}

listed <- function(texts) paste0("[", paste(texts, collapse = ","), "]")

# The shortest text that is read back as the same number.
number_text <- function(numbers) {
  vapply(as.numeric(numbers), function(number) {
    if (is.na(number) && !is.nan(number)) return("null")
    if (!is.finite(number)) stop("a study holds finite numbers, not ", number)
    short <- formatC(number, digits = 15, format = "g", width = 1)
    if (as.numeric(short) == number) short else formatC(number, digits = 17, format = "g", width = 1)
  }, "")
}
