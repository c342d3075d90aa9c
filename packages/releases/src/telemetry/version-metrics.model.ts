import { type Noise } from '@offquad/contracts'
import { documentSchema, required } from '@offquad/service-kit'
import { type Connection, Schema } from 'mongoose'
import { type Proportion } from './statistics'
import { type VitalCounts } from './vitals'

/** Number of pages whose failures do not count, by the reason. */
export type NoiseCounts = Partial<Record<Noise, number>>

/** Pages that browsers opened, and those of them that reported. */
export interface PageCounts {
  handed: number
  heard: number
}

/** Pages that it was to render on the server, and those of them that it failed. */
export interface RenderCounts {
  renders: number
  unrendered: number
}

/** Counts by network, including pages by the step of a vital. */
export type NetworkCounts = Partial<Proportion & PageCounts & RenderCounts> & VitalCounts

export interface VersionMetricsDocument {
  /** mfe-browse@2.1.0 /apartment/:aptId 2026-11-21T13:40 */
  _id: string
  app: string
  version: string
  /** The template of the pages' path; 'none' for a path that is not served. */
  route?: string
  minute: Date
  /** By the bucket of the reporting network: views, failures, pages, and pages by the step of a vital. */
  networks?: Record<string, NetworkCounts>
  noise?: NoiseCounts
  /** Why it kept the last page from being rendered on the server. */
  unrenderedReason?: string
}

const RETENTION_SECONDS = 7 * 86_400

const schema = documentSchema<VersionMetricsDocument>({
  _id: required.text,
  app: required.text,
  version: required.text,
  route: String,
  minute: required.date,
  networks: Schema.Types.Mixed,
  noise: Schema.Types.Mixed,
  unrenderedReason: String,
})

// Read every few seconds while a version is watched.
schema.index({ app: 1, version: 1, minute: 1 })
schema.index({ minute: 1 }, { expireAfterSeconds: RETENTION_SECONDS })
// Created with its first index: a query that comes before would read everything.
schema.set('autoCreate', false)

export function versionMetricsModel(connection: Connection) {
  return connection.model('VersionMetrics', schema, 'tallies')
}
