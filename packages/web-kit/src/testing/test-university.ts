import { type PageData, type PublishedApp, type RemoteDescriptor, type University } from '@offquad/contracts'

const area = (id: string, name: string, cover: string) => ({
  id,
  name,
  cover,
  description: `A long text about ${name}.`,
  shortDescription: `About ${name}.`,
})

/** A university for tests. */
export const testUniversity: University = {
  productName: 'Offquad',
  name: 'Testville',
  emailDomain: 'testville.edu',
  timeZone: 'America/New_York',
  brandColor: '#B31B1B',
  mapCenter: { latitude: 42.447, longitude: -76.485 },
  landmarks: {
    engQuad: { name: 'Engineering Quad', latitude: 42.4445, longitude: -76.4836 },
    hoPlaza: { name: 'Main Plaza', latitude: 42.4468, longitude: -76.4851 },
    agQuad: { name: 'Farm Quad', latitude: 42.4489, longitude: -76.478 },
  },
  buildings: [{ id: 'upsonHall', name: 'Upson Hall', latitude: 42.444, longitude: -76.4826 }],
  areas: [area('WEST', 'West', 'slope'), area('NORTH', 'North', 'woods')],
  priceBrackets: ['Under $800', '$800-1,000', '$1,000-1,200', '$1,200-1,400', '$1,400-1,600', '$1,600+'],
  priceBracketStarts: [0, 800, 1000, 1200, 1400, 1600],
}

/** The data of a page of a site without apps. */
export const testPage: PageData = { registry: { apps: [] }, university: testUniversity, answers: [] }

/** A published version of the shell, or of the remote 'account' for 'mfe-account'. */
export function buildApp(
  app: string,
  remote: Partial<RemoteDescriptor> = {},
  overrides: Partial<PublishedApp> = {},
): PublishedApp {
  const { version = '1' } = overrides
  return {
    app,
    version,
    baseUrl: `/mf/${app}/${version}/`,
    ...(app !== 'shell' && { remote: { name: app.replace('mfe-', ''), routes: [], slots: [], ...remote } }),
    ...overrides,
  }
}
