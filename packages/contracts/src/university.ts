import { type Static, Type } from 'typebox'

const Point = Type.Object({ latitude: Type.Number(), longitude: Type.Number() })

const Terms = Type.Optional(
  Type.Array(Type.String({ minLength: 1 }), { description: 'What else people type when they search for it' }),
)
const Outline = Type.Array(
  Type.Tuple([Type.Number({ minimum: -90, maximum: 90 }), Type.Number({ minimum: -180, maximum: 180 })]),
  {
    minItems: 3,
    maxItems: 40,
    description: 'Its rough outline, for maps without streets: corners as [latitude, longitude], in order',
  },
)

const Landmark = Type.Intersect([Point, Type.Object({ name: Type.String(), terms: Terms })])

/** Everything that belongs to one university: config/university.json, validated, served to the browser. */
export const University = Type.Object(
  {
    productName: Type.String({ minLength: 1 }),
    name: Type.String({ minLength: 1, description: 'As in "sign in with a {name} email"' }),
    emailDomain: Type.String({ pattern: '^[a-z0-9.-]+\\.[a-z]+$' }),
    workspaceDomain: Type.Optional(
      Type.Union([Type.String({ pattern: '^[a-z0-9.-]+\\.[a-z]+$' }), Type.Null()], {
        description:
          'Domain of the Google Workspace that the accounts of the university belong to; emailDomain without it. null: the university has none, and any Google account with a verified address of it may sign in',
      }),
    ),
    timeZone: Type.Optional(
      Type.String({
        minLength: 1,
        description: 'Whose days, months and years count, as in America/New_York; UTC without it',
      }),
    ),
    brandColor: Type.String({ pattern: '^#[0-9A-Fa-f]{6}$' }),
    mapCenter: Point,
    locality: Type.Optional(
      Type.String({
        minLength: 1,
        description: 'Added to addresses that name no town, as in "Ithaca, New York"; its town comes first',
      }),
    ),
    bounds: Type.Optional(
      Type.Object(
        {
          south: Type.Number({ minimum: -90, maximum: 90 }),
          west: Type.Number({ minimum: -180, maximum: 180 }),
          north: Type.Number({ minimum: -90, maximum: 90 }),
          east: Type.Number({ minimum: -180, maximum: 180 }),
        },
        { description: 'Apartments outside of it are not off campus; without it, 25 km around mapCenter' },
      ),
    ),
    landmarks: Type.Object({
      engQuad: Landmark,
      hoPlaza: Landmark,
      agQuad: Landmark,
    }),
    buildings: Type.Optional(
      Type.Array(
        Type.Intersect([
          Point,
          Type.Object({
            id: Type.String({
              pattern: '^[a-z][A-Za-z0-9-]{0,39}$',
              description: 'Part of URLs of searches, so it never changes; not the id of a landmark',
            }),
            name: Type.String({ minLength: 1 }),
            terms: Terms,
          }),
        ]),
        { maxItems: 60, description: 'Where students go every day, in addition to the landmarks' },
      ),
    ),
    areas: Type.Array(
      Type.Object({
        id: Type.String({ pattern: '^[A-Z]+$' }),
        name: Type.String(),
        terms: Terms,
        outline: Type.Optional(Outline),
        cover: Type.String({
          minLength: 1,
          description: 'A drawn scene (towers, slope, woods, street) or the path of a picture of this site',
        }),
        description: Type.String(),
        shortDescription: Type.String({ description: 'On a phone' }),
      }),
      { minItems: 1 },
    ),
    priceBrackets: Type.Array(Type.String(), { minItems: 6, maxItems: 6 }),
    priceBracketStarts: Type.Optional(
      Type.Array(Type.Integer({ minimum: 0 }), {
        minItems: 6,
        maxItems: 6,
        description:
          'Lowest monthly rent of each bracket in dollars, ascending. Without them rents that students report take no part in price filters and sorting',
      }),
    ),
  },
  { additionalProperties: false },
)
export type University = Static<typeof University>

/** A landmark or building that searches can name. */
export interface CampusPlace {
  id: string
  name: string
  terms?: string[]
  latitude: number
  longitude: number
}

/** The landmarks and buildings of a university. */
export const campusPlaces = ({
  landmarks,
  buildings = [],
}: Pick<University, 'landmarks' | 'buildings'>): CampusPlace[] => [
  ...Object.entries(landmarks).map(([id, landmark]) => ({ id, ...landmark })),
  ...buildings,
]
