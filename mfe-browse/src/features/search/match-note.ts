import {
  amenityName,
  amountText,
  dayText,
  type Listing,
  lookUp,
  type SearchMatch,
  TOPIC_TEXTS,
} from '@offquad/contracts'
import { countText } from '@offquad/web-kit'

/** The reasons why a listing matches, beyond the facts on its card. */
export function noteOf({ buildingData, match }: Listing): string | undefined {
  const { room, amenities = [], without = [] } = match ?? {}
  const topics = without.map((topic) => lookUp(TOPIC_TEXTS, topic)?.criticised ?? topic)
  // A narrow card cuts the end; its rent and beds are on another line, too.
  const reasons = [
    topics.length > 0 ? `no complaints: ${topics.join(', ')}` : undefined,
    roomReason(room, buildingData.roomTypes),
    ...amenities.map((id) => amenityName(id).toLowerCase()),
  ].filter((reason) => reason !== undefined)
  return reasons.length > 0 ? capitalized(reasons.join(' · ')) : undefined
}

/** "2 beds from $1,150, Aug 1, 2027"; undefined if the card shows the only room type and the search names no date. */
function roomReason(
  room: SearchMatch['room'],
  roomTypes: Listing['buildingData']['roomTypes'] = [],
): string | undefined {
  if (!room || roomTypes.length === 0) return undefined
  const { beds, rent, availableFrom } = room
  const size = beds === 0 ? 'studio' : countText(beds, 'bed')
  const isOneOfSeveral = roomTypes.length > 1 && size !== undefined && rent !== null
  const reasons = [
    isOneOfSeveral && `${size} from $${amountText(rent)}`,
    availableFrom && `available ${dayText(availableFrom)}`,
  ].filter(Boolean)
  return reasons.length > 0 ? reasons.join(', ') : undefined
}

const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
