/** How many of how many. */
export interface Proportion {
  failures: number
  views: number
}

/**
 * One-sided Fisher's exact test: how likely `tried` fails at least as often as it did if both fail equally often.
 * It is exact however few views there are, where a chi-squared or z test is not below some five expected failures.
 * Source: R. A. Fisher, The Design of Experiments (1935), chapter 2.
 * @returns a probability, 0 to 1
 */
export function fisherExactTest(tried: Proportion, live: Proportion): number {
  const views = tried.views + live.views
  const failures = tried.failures + live.failures
  const all = logChoose(views, failures)
  let sum = 0
  for (let count = tried.failures; count <= Math.min(failures, tried.views); count += 1)
    sum += Math.exp(logChoose(tried.views, count) + logChoose(live.views, failures - count) - all)
  return Math.min(1, sum)
}

/**
 * One-sided exact binomial test: how likely there are at least as many failures if each view fails with `rate`.
 * @param rate above 0, below 1
 * @returns a probability, 0 to 1
 */
export function binomialTest({ views, failures }: Proportion, rate: number): number {
  let sum = 0
  for (let count = failures; count <= views; count += 1)
    sum += Math.exp(logChoose(views, count) + count * Math.log(rate) + (views - count) * Math.log(1 - rate))
  return Math.min(1, sum)
}

/** The natural logarithm of the number of ways to choose `k` of `n`. */
function logChoose(n: number, k: number): number {
  return k < 0 || k > n ? -Infinity : logFactorial(n) - logFactorial(k) - logFactorial(n - k)
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
