# The client against the command itself, closed forms and broken input. Run: R CMD check, or Rscript tests/client.R from here.
if (!requireNamespace("sightline", quietly = TRUE)) {
  suppressPackageStartupMessages(library(jsonlite))
  sources <- list.files("R", pattern = "\\.R$", full.names = TRUE)
  for (file in sources) source(file, encoding = "UTF-8")
  library(utils)
} else {
  library(sightline)
  option_arguments <- sightline:::option_arguments
  exact <- sightline:::exact
}

study <- list(
  sightline = 1,
  time = list(horizon = 8, points = 16, unit = "h"),
  latent = list(kernel = list(ou = list(tau = 2))),
  target = "mean",
  protocols = list(one = list(at = 4, noise = 0.5), two = list(at = c(2.2, 6.2), noise = 0.5))
)

# R² of the mean from noisy readings: c'(S + R)^-1 c over the variance of the mean.
value_of_mean <- function(times, noise, points = 16, horizon = 8, tau = 2) {
  grid <- (seq_len(points) - 0.5) * horizon / points
  at <- vapply(times, function(t) which.min(abs(grid - t)), 1L)
  K <- exp(-abs(outer(grid, grid, "-")) / tau)
  w <- rep(1 / points, points)
  c <- K[at, , drop = FALSE] %*% w
  S <- K[at, at, drop = FALSE] + diag(noise, length(at))
  drop(crossprod(c, solve(S, c)) / (t(w) %*% K %*% w))
}

near <- function(a, b) stopifnot(abs(a - b) < 1e-12)

answer <- sl_value(study)
near(answer$protocols$one$value, value_of_mean(4, 0.5))
near(answer$protocols$two$value, value_of_mean(c(2.2, 6.2), 0.5))
stopifnot(identical(sl_tables(answer)[1], "protocols"))
frame <- sl_table(answer)
stopifnot(is.data.frame(frame), identical(frame$protocol, c("one", "two")), identical(frame$lowerBound, c(FALSE, FALSE)))
near(frame$value[1], answer$protocols$one$value)
print(answer)

# A file, a list and a text are the same study.
file <- tempfile(fileext = ".json")
writeLines(jsonlite::toJSON(study, auto_unbox = TRUE, digits = NA, pretty = TRUE), file)
stopifnot(identical(sl_value(file)$protocols, answer$protocols))
stopifnot(identical(sl_value(paste(readLines(file), collapse = "\n"))$protocols, answer$protocols))

# Names that look like numbers stay names.
numbered <- modifyList(study, list(protocols = list(one = NULL, two = NULL, `1` = list(at = 4), `02` = list(at = 2))))
stopifnot(identical(sl_table(sl_value(numbered))$protocol, c("1", "02")))

known <- sl_identify(modifyList(study, list(realised = "one", time = list(points = 4))), no_range = TRUE)
stopifnot(identical(sl_table(known)$verdict, "not-identified"))

report <- tempfile("report")
whole <- sl_run(study, report)
stopifnot(setequal(list.files(report), c("report.html", "result.json")))
stopifnot(identical(sl_table(whole, "value-protocols")$value, sl_table(answer)$value))

# Data go along with the study.
set.seed(1)
times <- (seq_len(16) - 0.5) * 0.5
units <- t(replicate(40, {
  path <- Reduce(function(level, step) exp(-0.25) * level + sqrt(1 - exp(-0.5)) * step, rnorm(15), rnorm(1), accumulate = TRUE)
  path + 0.3 * rnorm(16)
}))
dense <- cbind(data.frame(unit = paste0("u", 1:40)), stats::setNames(as.data.frame(units), times))
calibration <- study[c("sightline", "time", "target", "protocols")]
calibration$calibration <- list(data = "dense.csv", noise = 0.09, scale = "standardised")
lines <- character()
told <- sl_calibrate(
  calibration, draws = 5000,
  tables = list(dense.csv = dense), progress = function(line) lines <<- c(lines, line)
)
stopifnot(told$units == 40, nrow(sl_table(told, "comparisons")) == 1, any(grepl("%", lines)))
stopifnot(is.logical(sl_table(told, "comparisons")$distinguishable))

# Problems come with their places.
caught <- tryCatch(
  sl_value(modifyList(study, list(target = "meen", protocols = list(one = list(at = 11))))),
  sightline_invalid_input = function(e) e
)
stopifnot(inherits(caught, "sightline_error"), "target" %in% caught$problems$path, is.na(caught$problems$line[1]))
stopifnot(grepl("did you mean mean", conditionMessage(caught)))
dense[3, 3] <- NA
caught <- tryCatch(sl_calibrate(calibration, tables = list(dense.csv = dense)), sightline_invalid_input = function(e) e)
stopifnot(caught$problems$line[1] == 4, grepl("dense.csv$", caught$problems$file[1]))
caught <- tryCatch(sl_value(study, drows = 3), sightline_wrong_usage = function(e) e)
stopifnot(grepl("drows", conditionMessage(caught)))
caught <- tryCatch(sl_value("no-such-study.yaml"), error = identity)
stopifnot(inherits(caught, "sightline_invalid_input"), !grepl("NA", conditionMessage(caught)))
says <- function(text, call) stopifnot(grepl(text, conditionMessage(tryCatch(call, error = identity)), fixed = TRUE))
says("names of the files", sl_calibrate(calibration, tables = list(dense)))
says("no folder no-such-folder", sl_calibrate(calibration, folder = "no-such-folder"))
kept <- Sys.getenv("SIGHTLINE")
Sys.setenv(SIGHTLINE = "/no/such/command")
caught <- tryCatch(sl_version(), error = identity)
Sys.setenv(SIGHTLINE = kept)
stopifnot(inherits(caught, "sightline_command_missing"), grepl("npx sightline", conditionMessage(caught)))
stopifnot(inherits(tryCatch(sl_table(answer, "pairs"), error = identity), "error"))

stopifnot(identical(
  option_arguments(list(draws = 1e5, no_range = TRUE, pair = c("a,b", "c,d"), level = NULL, quiet = FALSE)),
  c("--draws=100000", "--no-range", "--pair=a,b", "--pair=c,d")
))
# Numbers keep all of their digits.
written <- as.character(jsonlite::toJSON(
  exact(list(a = 0.1 + 0.2, b = c(1, 2.5), c = I(3), d = matrix(1:4, 2), e = NA_real_, f = "x", g = 1e5)),
  auto_unbox = TRUE, na = "null", json_verbatim = TRUE
))
stopifnot(identical(written, '{"a":0.30000000000000004,"b":[1,2.5],"c":[3],"d":[[1,3],[2,4]],"e":null,"f":"x","g":100000}'))
stopifnot(inherits(tryCatch(sl_value(modifyList(study, list(time = list(horizon = Inf)))), error = identity), "error"))
stopifnot("protocols" %in% names(sl_schema()$properties), grepl("^[0-9]+[.]", sl_version()))
cat("all as it should be\n")
