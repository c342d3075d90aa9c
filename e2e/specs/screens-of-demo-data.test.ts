import { sharedPlatform } from '../src/platform'
import { checkScreens } from '../src/screens/check-screens'
import { DEMO } from '../src/screens/data-sets'
import { allScreens } from '../src/screens/screens'

describe('every screen in every state, with the demo data:', () => {
  const close = () => Promise.resolve()
  checkScreens(allScreens(DEMO), {
    open: () => Promise.resolve({ ...sharedPlatform(), close }),
    loadedOn: 'phone',
    isAccessibleOn: ['phone', 'desktop'],
    atAllWidths: true,
    inAllColors: true,
  })
})
