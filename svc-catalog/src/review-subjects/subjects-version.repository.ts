import { type Connection, Schema } from 'mongoose'

interface SubjectsVersionDocument {
  _id: string
  value: number
}

const schema = new Schema<SubjectsVersionDocument>(
  { _id: { type: String, required: true }, value: { type: Number, required: true } },
  { versionKey: false },
)

export function createSubjectsVersionRepository(connection: Connection) {
  const model = connection.model('SubjectsVersion', schema, 'subjectsVersions')

  return {
    /**
     * A number greater than every one before. Taken before reading, so that of two messages about an apartment the one
     * with the greater number has seen everything the other has. The clock takes part so that it also grows past
     * numbers that were forgotten when the database was restored from a backup.
     */
    async next(): Promise<number> {
      const grown = { $max: [{ $add: [{ $ifNull: ['$value', 0] }, 1] }, Date.now()] }
      const { value } = await model
        .findOneAndUpdate({ _id: 'subjects' }, [{ $set: { value: grown } }], {
          upsert: true,
          returnDocument: 'after',
          updatePipeline: true,
        })
        .orFail()
        .lean()
      return value
    },
  }
}
