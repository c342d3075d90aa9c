import { type Static, Type } from 'typebox'
import { auditFields, auditLog } from '../audit-log'
import { endpoint } from '../endpoint'
import { Id, IdParams, NoContent, publicRead, StrictObject, Timestamp } from '../shapes'

export const MAX_GUIDES = 200
export const GUIDE_TITLE_LENGTH = 120
export const GUIDE_SUMMARY_LENGTH = 300
export const GUIDE_BODY_LENGTH = 60_000
export const GUIDE_SLUG_LENGTH = 64

/** The last part of a guide's URL. */
export const GuideSlug = Type.String({
  pattern: '^[a-z0-9]+(-[a-z0-9]+)*$',
  maxLength: GUIDE_SLUG_LENGTH,
  description: 'reading-a-lease',
})

/** The slug of a title; '' for a title without letters of the Latin alphabet or digits. */
export const guideSlugOf = (title: string): string =>
  title
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[\p{Mn}'’]/gu, '')
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, GUIDE_SLUG_LENGTH)
    .replace(/^-|-$/g, '')

const GUIDE_BLOCKS = ['h2', 'h3', 'h4', 'p', 'ul', 'ol', 'li', 'blockquote', 'pre', 'hr'] as const
const GUIDE_CELLS = ['table', 'thead', 'tbody', 'tr', 'th', 'td'] as const
const GUIDE_INLINES = ['a', 'strong', 'em', 's', 'code', 'br'] as const
/** All elements that the text of a guide may have. */
export const GUIDE_TAGS = [...GUIDE_BLOCKS, ...GUIDE_CELLS, ...GUIDE_INLINES] as const

/**
 * The text of a guide, in reading order: the beginning of an element, a text, or null for the end of the last open element.
 * Pages create elements from it, so there is no markup to trust. Flat, so that the schema covers all of it.
 */
export const GuideText = Type.Array(
  Type.Union([
    Type.String(),
    Type.Null(),
    Type.Object({
      tag: Type.Enum([...GUIDE_TAGS]),
      id: Type.Optional(Type.String({ description: 'Of a heading' })),
      href: Type.Optional(
        Type.String({ description: 'Of a link: http(s), mailto, or a path or fragment of this site' }),
      ),
    }),
  ]),
)
export type GuideText = Static<typeof GuideText>

/** The rendered Markdown of a guide. */
export const RenderedGuide = Type.Object({
  text: GuideText,
  contents: Type.Array(Type.Object({ id: Type.String(), title: Type.String() }), {
    description: 'Its sections, in order',
  }),
  minutes: Type.Integer({ minimum: 1, description: 'To read it' }),
})
export type RenderedGuide = Static<typeof RenderedGuide>

export const GuideSummary = Type.Object({
  slug: GuideSlug,
  title: Type.String(),
  summary: Type.String(),
  minutes: RenderedGuide.properties.minutes,
  updatedAt: Timestamp,
})
export type GuideSummary = Static<typeof GuideSummary>

export const Guide = Type.Object({ ...GuideSummary.properties, ...RenderedGuide.properties })
export type Guide = Static<typeof Guide>

export const getGuides = endpoint('GET /api/guides', {
  ignoresCaller: true,
  summary: 'The published guides, the latest change first.',
  reply: Type.Array(GuideSummary),
})

export const getGuide = endpoint('GET /api/guides/:slug', {
  ...publicRead,
  summary: 'A published guide.',
  params: Type.Object({ slug: GuideSlug }),
  reply: Guide,
})

const title = Type.String({ maxLength: GUIDE_TITLE_LENGTH })
const summary = Type.String({ maxLength: GUIDE_SUMMARY_LENGTH })
const body = Type.String({ maxLength: GUIDE_BODY_LENGTH, description: 'Markdown' })
const version = Type.Integer({
  minimum: 1,
  description: 'Of the guide as it was read: 409 if it has another',
})

export const GuideState = Type.Enum(['draft', 'published'])
export type GuideState = Static<typeof GuideState>

const entry = {
  id: Id,
  slug: GuideSlug,
  title,
  state: GuideState,
  updatedAt: Timestamp,
  version: Type.Integer({ minimum: 1 }),
}

/** A guide in the list of administrators. */
export const GuideEntry = Type.Object(entry)
export type GuideEntry = Static<typeof GuideEntry>

/** A guide as administrators edit it. */
export const GuideSource = Type.Object({ ...entry, summary, body })
export type GuideSource = Static<typeof GuideSource>

const call = { access: 'admin', touches: ['svc-catalog'] } as const
const changeCall = { ...call, params: IdParams } as const

export const listGuides = endpoint('GET /api/admin/guides', {
  summary: 'All guides with drafts, the latest change first.',
  access: 'admin',
  reply: Type.Array(GuideEntry),
})

export const readGuide = endpoint('GET /api/admin/guides/:id', {
  summary: 'A guide with its Markdown.',
  access: 'admin',
  params: IdParams,
  reply: GuideSource,
})

export const addGuide = endpoint('POST /api/admin/guides', {
  ...call,
  summary: `Adds a draft and returns it; at most ${MAX_GUIDES} guides. Without a slug it gets a free one from its title.`,
  status: 201,
  body: StrictObject({ title, slug: Type.Optional(GuideSlug), summary, body }),
  reply: GuideSource,
  takesIdempotencyKey: true,
})

export const changeGuide = endpoint('PUT /api/admin/guides/:id', {
  ...changeCall,
  summary: 'Replaces the content of a guide and returns it. The slug of a published one stays. Idempotent.',
  body: StrictObject({ version, title, slug: GuideSlug, summary, body }),
  reply: GuideSource,
})

export const setGuideState = endpoint('PUT /api/admin/guides/:id/state', {
  ...changeCall,
  summary: 'Publishes a guide, or makes it a draft again, and returns it. Idempotent.',
  body: StrictObject({ version, state: GuideState }),
  reply: GuideSource,
})

export const deleteGuide = endpoint('POST /api/admin/guides/:id/delete', {
  ...changeCall,
  summary: 'Deletes a guide. Idempotent.',
  status: 204,
  body: StrictObject({ version }),
  reply: NoContent,
})

export const previewGuide = endpoint('POST /api/admin/guides/preview', {
  summary: 'What is made of this Markdown; stores nothing.',
  access: 'admin',
  touches: [],
  rate: 'read',
  body: StrictObject({ body }),
  reply: RenderedGuide,
})

/** An administrator's action on a guide. The log is append-only. */
export const GuideChange = Type.Object({
  ...auditFields,
  guideId: Id,
  title: Type.String({ description: 'After the change' }),
  action: Type.String({
    description: '"added", "changed", "published", "unpublished" or "deleted"; newer versions may have more',
  }),
})
export type GuideChange = Static<typeof GuideChange>

export const getGuideLog = endpoint('GET /api/admin/guide-log', {
  ...auditLog(GuideChange),
  summary: 'A page of what administrators did to guides, newest first, and the number of all.',
})
