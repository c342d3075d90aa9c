/** Suites that take a minute or more on two cores, longest first: one that begins last leaves a core idle. */
const LONGEST = [
  'offline',
  'screens-of-demo-data',
  'screens-of-hostile-data',
  'server-rendering',
  'screens-of-real-listings',
  'broken-remotes',
  'resilience',
  'admin',
  'fuzz',
  'broken-server-parts',
  'pairs',
  'sign-in',
  'backup',
]

const rankOf = ({ path }) => {
  const rank = LONGEST.findIndex((name) => path.endsWith(`/${name}.test.ts`))
  return rank < 0 ? LONGEST.length : rank
}

/** The order of jest's suites on a fresh clone, where it would begin with the largest files. */
module.exports = class LongestFirst {
  sort(tests) {
    return tests.toSorted((one, other) => rankOf(one) - rankOf(other) || (one.path < other.path ? -1 : 1))
  }

  cacheResults() {
    // The order is not learned.
  }
}
