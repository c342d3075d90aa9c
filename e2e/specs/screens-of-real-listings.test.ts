import { checkScreens } from '../src/screens/check-screens'
import { hasRealListings, openRealPlatform, REAL } from '../src/screens/data-sets'
import { screensWith } from '../src/screens/screens'

const describeWithListings = hasRealListings ? describe : describe.skip

describeWithListings('every screen with real listings, which have no rent, picture or coordinates:', () => {
  checkScreens(screensWith(REAL), {
    open: openRealPlatform,
    loadedOn: 'desktop',
    isAccessibleOn: ['desktop'],
  })
})
