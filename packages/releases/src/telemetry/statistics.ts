/** The failing views of all views. */
export interface Proportion {
  failures: number
  views: number
}

/**
 * One-sided Fisher's exact test: the probability that the candidate fails at least this often if both have the same failure
 * rate. It is exact for any number of views, unlike a chi-squared or z test with fewer than about five expected failures.
 * Source: R. A. Fisher, The Design of Experiments (1935), chapter 2.
 * @returns a probability, 0 to 1
 */
export function fisherExactTest(candidate: Proportion, baseline: Proportion): number {
  const views = candidate.views + baseline.views
  const failures = candidate.failures + baseline.failures
  const all = logChoose(views, failures)
  let sum = 0
  for (let count = candidate.failures; count <= Math.min(failures, candidate.views); count += 1)
    sum += Math.exp(logChoose(candidate.views, count) + logChoose(baseline.views, failures - count) - all)
  return Math.min(1, sum)
}

/**
 * One-sided exact binomial test: the probability of at least this many failures if each view fails with probability `rate`.
 * @param rate above 0, below 1
 * @returns a probability, 0 to 1
 */
export function binomialTest({ views, failures }: Proportion, rate: number): number {
  let sum = 0
  for (let count = failures; count <= views; count += 1)
    sum += Math.exp(logChoose(views, count) + count * Math.log(rate) + (views - count) * Math.log(1 - rate))
  return Math.min(1, sum)
}

/** The natural logarithm of the number of ways to choose `k` of `n`; `k` is from 0 to `n`. */
function logChoose(n: number, k: number): number {
  return logFactorial(n) - logFactorial(k) - logFactorial(n - k)
}

const SMALL_LOG_FACTORIALS = [0]
for (let n = 1; n < 32; n += 1) SMALL_LOG_FACTORIALS[n] = (SMALL_LOG_FACTORIALS[n - 1] ?? 0) + Math.log(n)

// From 32 on Stirling's series is exact to the last digit with three terms (dlmf.nist.gov/5.11.E1).
function logFactorial(n: number): number {
  return (
    SMALL_LOG_FACTORIALS[n] ??
    n * Math.log(n) -
      n +
      Math.log(2 * Math.PI * n) / 2 +
      1 / (12 * n) -
      1 / (360 * n ** 3) +
      1 / (1260 * n ** 5)
  )
}
