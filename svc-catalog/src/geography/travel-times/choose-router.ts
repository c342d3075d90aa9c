import { type Router, type TravelMode } from '../router'
import { createGoogleRouter } from './google-router'
import { createOsrmRouter } from './osrm-router'

interface RouterSettings {
  GOOGLE_ROUTES_API_KEY?: string
  ROUTING_URL?: string
  ROUTING_PROFILES: string
}

const DEFAULT_PROFILES: Record<TravelMode, string> = { walk: 'foot', bike: 'bike', drive: 'car' }

/** The configured router; none by default, so that travel times are estimates. */
export function chooseRouter(settings: RouterSettings): Router | undefined {
  const { GOOGLE_ROUTES_API_KEY, ROUTING_URL, ROUTING_PROFILES } = settings
  if (GOOGLE_ROUTES_API_KEY) return createGoogleRouter(GOOGLE_ROUTES_API_KEY)
  return ROUTING_URL
    ? createOsrmRouter({ url: ROUTING_URL, profiles: readProfiles(ROUTING_PROFILES) })
    : undefined
}

/** 'walk=foot,drive=http://osrm-car:5000' */
function readProfiles(list: string): Record<TravelMode, string> {
  const profiles = list.split(',').flatMap((entry) => {
    const [, mode, profile] = /^\s*(walk|bike|drive)=(\S+)\s*$/.exec(entry) ?? []
    return mode && profile ? [[mode, profile] as const] : []
  })
  return { ...DEFAULT_PROFILES, ...Object.fromEntries(profiles) }
}
