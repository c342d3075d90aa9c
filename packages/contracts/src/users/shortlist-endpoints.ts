import { type Static, Type } from 'typebox'
import { endpoint } from '../endpoint'
import { Id, IdParams, NoContent, StrictObject } from '../shapes'

/** Maximum number of lists that a user may be a member of. */
export const MAX_LISTS = 20
export const MAX_LIST_PLACES = 100
export const MAX_LIST_MEMBERS = 12
export const LIST_NAME_LENGTH = 60
export const MEMBER_NAME_LENGTH = 30
export const LIST_TEXT_LENGTH = 500
export const REPORT_LENGTH = 1000

export const LIST_VOTES = ['yes', 'maybe', 'no'] as const
const Vote = Type.Enum([...LIST_VOTES])
export type ListVote = Static<typeof Vote>

const Name = (maxLength: number) => Type.String({ minLength: 1, maxLength, pattern: '\\S' })
const ListName = Name(LIST_NAME_LENGTH)
const Text = Type.String({ maxLength: LIST_TEXT_LENGTH })
const Position = Type.String({
  pattern: '^[0-9a-z]{0,63}[1-9a-z]$',
  description: 'Places are in the order of these, as texts; positionBetween makes one between two others',
})

/** A member as the other members see them; nothing else about them is visible. */
const Appearance = {
  memberName: { ...Name(MEMBER_NAME_LENGTH), description: 'What the other members call the caller' },
  showsMinutes: Type.Boolean({
    description: "The others see how far each place is from the first of the caller's places, in bands",
  }),
}

const ListMember = Type.Object({
  id: Type.String({ description: 'Within the list alone; not the id of the user' }),
  name: Type.String(),
  isOwner: Type.Boolean(),
})
export type ListMember = Static<typeof ListMember>

/** A member's opinion on a place. */
const MemberOpinion = Type.Object({
  memberId: Type.String(),
  vote: Type.Optional(Vote),
  comment: Type.Optional(Type.String()),
})

const ListPlace = Type.Object({
  id: { ...Id, description: 'Of the apartment' },
  note: Type.String({ description: 'For all members, by any of them' }),
  position: Position,
  opinions: Type.Array(MemberOpinion),
})
export type ListPlace = Static<typeof ListPlace>

const INVITES = ['join', 'view'] as const
const Invite = Type.Enum([...INVITES], { description: 'What its link allows: to join, or to look only' })
export type Invite = Static<typeof Invite>

/** A list as its members see it. */
export const Shortlist = Type.Object({
  id: Id,
  name: Type.String(),
  version: Type.Integer({ description: 'Rises with each change' }),
  me: Type.String({ description: "The caller's id in it" }),
  showsMinutes: Type.Boolean({ description: 'Whether the caller does' }),
  members: Type.Array(ListMember, { description: 'The owner, and the others in the order they joined' }),
  places: Type.Array(ListPlace, { description: 'In their order' }),
  invite: Type.Optional(
    Type.Object({ token: Type.String(), allows: Invite }, { description: 'The link, for the owner alone' }),
  ),
})
export type Shortlist = Static<typeof Shortlist>

const ShortlistSummary = Type.Object({
  id: Id,
  name: Type.String(),
  memberNames: Type.Array(Type.String(), { description: 'Without the caller' }),
  placeIds: Type.Array(Id, { description: 'In their order' }),
})
export type ShortlistSummary = Static<typeof ShortlistSummary>

const SharedList = Type.Object({
  name: Type.String(),
  ownerName: Type.String(),
  allows: Invite,
  places: Type.Array(
    Type.Object({
      id: Id,
      note: Type.String(),
      votes: Type.Object(Object.fromEntries(LIST_VOTES.map((vote) => [vote, Type.Integer()]))),
    }),
  ),
})
/** A list as visitors with its link see it, with the owner's name but without the other members. */
export type SharedList = Static<typeof SharedList>

const Minutes = Type.Enum(['under 10', 'under 20', 'under 30', '30 or more'])

const ofMembers = { access: 'signed-in', params: IdParams } as const
const write = { ...ofMembers, touches: [] } as const
const PlaceParams = Type.Object({ id: Id, placeId: Id })
const WithToken = StrictObject({ token: Type.String({ minLength: 16, maxLength: 64 }) })
/** A POST, so that no cache or log contains the token. It changes nothing. */
const privateRead = { rate: 'read', touches: [] } as const

export const getLists = endpoint('GET /api/lists', {
  access: 'signed-in',
  summary: 'The lists that the caller is a member of, by name.',
  cost: 1,
  reply: Type.Object({ items: Type.Array(ShortlistSummary) }),
})

export const addList = endpoint('POST /api/lists', {
  access: 'signed-in',
  touches: [],
  summary: `Makes a list of the caller's own; at most ${MAX_LISTS}.`,
  status: 201,
  body: StrictObject({ name: ListName, ...Appearance }),
  reply: Shortlist,
  takesIdempotencyKey: true,
})

export const getList = endpoint('GET /api/lists/:id', {
  ...ofMembers,
  cost: 1,
  summary: 'A list, for its members: for everyone else there is none.',
  reply: Shortlist,
})

export const watchList = endpoint('GET /api/lists/:id/changes', {
  ...ofMembers,
  summary:
    'Server-sent events: the version of a list, at once and after each change. It ends when members come or go, and after some minutes, so that who reads it is a member still.',
  reply: Type.Object({ version: Type.Integer() }),
  replyType: 'text/event-stream',
})

export const getListMinutes = endpoint('GET /api/lists/:id/minutes', {
  ...ofMembers,
  summary:
    'How far each place of a list is from the first place of each member who shows it, in bands. Unknown ones are left out.',
  reply: Type.Object({
    items: Type.Array(Type.Object({ memberId: Type.String(), placeId: Id, minutes: Minutes })),
  }),
})

export const renameList = endpoint('POST /api/lists/:id/rename', {
  ...write,
  summary: 'Renames a list, as its owner. Idempotent.',
  body: StrictObject({ name: ListName }),
  reply: Shortlist,
})

export const deleteList = endpoint('POST /api/lists/:id/delete', {
  ...write,
  summary: 'Deletes a list for all members, as its owner or as an administrator. Idempotent for an owner.',
  status: 204,
  reply: NoContent,
})

export const putListPlace = endpoint('PUT /api/lists/:id/places/:placeId', {
  ...write,
  summary: `Adds a place at the end, or changes what is given of it; at most ${MAX_LIST_PLACES}. Idempotent.`,
  params: PlaceParams,
  body: StrictObject({ note: Type.Optional(Text), position: Type.Optional(Position) }),
  reply: Shortlist,
})

export const removeListPlace = endpoint('POST /api/lists/:id/places/:placeId/remove', {
  ...write,
  summary: 'Removes a place with its note, votes and comments. Idempotent.',
  params: PlaceParams,
  reply: Shortlist,
})

export const putListOpinion = endpoint('PUT /api/lists/:id/places/:placeId/opinion', {
  ...write,
  summary: "Changes what is given of the caller's vote and comment; empty takes it back. Idempotent.",
  params: PlaceParams,
  body: StrictObject({
    vote: Type.Optional(Type.Enum([...LIST_VOTES, ''])),
    comment: Type.Optional(Text),
  }),
  reply: Shortlist,
})

export const putListMember = endpoint('PUT /api/lists/:id/me', {
  ...write,
  summary: 'Changes how the caller appears to the other members. Idempotent.',
  body: StrictObject(Appearance),
  reply: Shortlist,
})

export const removeListMember = endpoint('POST /api/lists/:id/members/:memberId/remove', {
  ...write,
  summary:
    'Leaves a list, or removes a member from it as its owner, which ends its link; with their votes and comments. The member who joined first becomes the owner; without members it is deleted.',
  params: Type.Object({ id: Id, memberId: Id }),
  status: 204,
  reply: NoContent,
})

export const shareList = endpoint('POST /api/lists/:id/invite', {
  ...write,
  summary: 'Makes a new link to a list, or none, as its owner. The one before ends.',
  body: StrictObject({ allows: Type.Enum([...INVITES, 'nothing']) }),
  reply: Shortlist,
})

export const openSharedList = endpoint('POST /api/shared-list', {
  ...privateRead,
  summary: 'A list by its link.',
  body: WithToken,
  reply: SharedList,
})

export const joinList = endpoint('POST /api/shared-list/join', {
  access: 'signed-in',
  touches: [],
  summary: `Makes the caller a member of a list by its link; at most ${MAX_LIST_MEMBERS}. Idempotent.`,
  body: StrictObject({ ...WithToken.properties, ...Appearance }),
  reply: Shortlist,
})

export const reportList = endpoint('POST /api/lists/:id/report', {
  ...write,
  summary: 'Reports the content of a list to the administrators, as a member: as a question to the team.',
  status: 201,
  body: StrictObject({ reason: Name(REPORT_LENGTH) }),
  reply: Id,
  takesIdempotencyKey: true,
})

const DIGITS = '0123456789abcdefghijklmnopqrstuvwxyz'

/**
 * A position between two positions; if one is absent, before or after all positions.
 * @throws RangeError when the two are not in order
 */
export function positionBetween(before = '', after?: string): string {
  if (after !== undefined && before >= after) throw new RangeError(`"${before}" is not before "${after}"`)
  let isBounded = after !== undefined
  for (let position = ''; ;) {
    const low = Math.max(0, DIGITS.indexOf(before.charAt(position.length) || '0'))
    const high = isBounded
      ? DIGITS.indexOf(after?.charAt(position.length) || '0')
      : // Near `low`, so that many places can be appended before positions become longer.
        Math.min(DIGITS.length, low + 2)
    if (high - low > 1) return position + DIGITS.charAt((low + high) >> 1)
    position += DIGITS.charAt(low)
    if (high > low) isBounded = false
  }
}

/** The position of the first place of a list. */
export const FIRST_POSITION = 'i'

export const inListOrder = <Place extends { id: string; position: string }>(
  places: readonly Place[],
): Place[] => places.toSorted((a, b) => (a.position < b.position ? -1 : 1))
