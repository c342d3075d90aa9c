import { benchCommutes } from './commutes'
import { benchFilters } from './filters'
import { benchHome } from './home'
import { waitUntilIdle } from './idle'
import { benchMapQueries } from './map-queries'
import { benchMemory } from './memory'
import { benchPages } from './pages'
import { startPlatform } from './processes'
import { benchModeration } from './moderation'
import { print } from './report'
import { benchRecount } from './recount'
import { benchReviews } from './reviews'
import { benchSuggestions } from './suggestions'

const withinBars = [await benchFilters(), await benchMapQueries(), await benchCommutes()]
const platform = await startPlatform()
try {
  for (const bench of [
    benchHome,
    benchPages,
    benchMemory,
    benchSuggestions,
    benchRecount,
    benchModeration,
    benchReviews,
  ]) {
    await waitUntilIdle()
    withinBars.push(await bench(platform))
  }
} finally {
  await platform.stop()
}
print(withinBars.includes(false) ? '\nBelow a bar.' : '\nWithin every bar.')
process.exitCode = withinBars.includes(false) ? 1 : 0
