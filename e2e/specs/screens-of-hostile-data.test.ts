import { checkScreens } from '../src/screens/check-screens'
import { HOSTILE, openHostilePlatform } from '../src/screens/data-sets'
import { listsOfReviews, screensWith } from '../src/screens/screens'

describe('every screen with names, texts and pictures that could break layouts:', () => {
  checkScreens([...screensWith(HOSTILE), ...listsOfReviews(HOSTILE)], {
    open: openHostilePlatform,
    loadedOn: 'desktop',
    isAccessibleOn: ['desktop'],
  })
})
