import { COMMUTE_MODES, type MyPlace } from '@offquad/contracts'
import { documentSchema, onDuplicateKey, required, retryOnFailover } from '@offquad/service-kit'
import { type Connection } from 'mongoose'

/** All places of a user in one document, so that their number is limited without a race. */
interface MyPlacesDocument {
  /** The user's id. */
  _id: string
  places: MyPlace[]
  revision: number
}

const schema = documentSchema<MyPlacesDocument>({
  _id: required.text,
  places: [
    {
      _id: false,
      id: required.text,
      name: required.text,
      mode: { ...required.text, enum: [...COMMUTE_MODES] },
      latitude: required.number,
      longitude: required.number,
      campusPlaceId: String,
    },
  ],
  revision: required.number,
})

export type MyPlacesRepository = ReturnType<typeof createMyPlacesRepository>

export function createMyPlacesRepository(connection: Connection) {
  const model = connection.model('MyPlaces', schema, 'my_places')

  const list = async (userId: string): Promise<MyPlace[]> => {
    const document = await model.findById(userId).lean()
    return document?.places ?? []
  }

  /** @returns false if another write came first */
  async function store(userId: string, places: MyPlace[], revision: number | undefined): Promise<boolean> {
    if (revision === undefined) {
      const creating = model.create({ _id: userId, places, revision: 1 }).then(() => true)
      return onDuplicateKey(creating, () => false)
    }
    const { matchedCount } = await model.updateOne(
      { _id: userId, revision },
      { $set: { places, revision: revision + 1 } },
    )
    return matchedCount === 1
  }

  return {
    /** In the user's order. */
    list,

    /** @param change returns the new places; called again if another write came first */
    change: (userId: string, change: (places: MyPlace[]) => MyPlace[]): Promise<void> =>
      retryOnFailover(async () => {
        for (;;) {
          const document = await model.findById(userId).lean()
          const places = change(document?.places ?? [])
          if (await store(userId, places, document?.revision)) return
        }
      }),

    removeAllOf: (userId: string) => retryOnFailover(() => model.deleteOne({ _id: userId })),
  }
}
