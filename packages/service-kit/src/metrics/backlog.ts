import { type Model, type QueryFilter } from 'mongoose'
import { type Backlog } from './gauges'

/** How many documents still wait for something, and since when the oldest does, by one of its dates. */
export async function backlogIn<T>(
  model: Model<T>,
  filter: QueryFilter<T>,
  dateField: keyof T & string,
): Promise<Backlog> {
  const [entries, oldest] = await Promise.all([
    model.countDocuments(filter),
    model
      .findOne(filter, { [dateField]: 1 })
      .sort({ [dateField]: 1 })
      .lean(),
  ])
  return { entries, oldest: (oldest as Record<string, Date> | null)?.[dateField] }
}
