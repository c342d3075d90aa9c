import { checkScreens } from '../src/screens/check-screens'
import { hasRealListings, openRealPlatform, REAL } from '../src/screens/data-sets'
import { pages } from '../src/screens/screens'

const describeWithListings = hasRealListings ? describe : describe.skip

describeWithListings('every page with real listings, which have no rent, picture or coordinates:', () => {
  checkScreens(pages(REAL), {
    open: openRealPlatform,
    loadedOn: 'desktop',
    isAccessibleOn: ['desktop'],
  })
})
