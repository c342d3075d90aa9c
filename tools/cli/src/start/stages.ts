import { type Progress } from '../terminal'

/** A stage of `npm start`; `done` is the share of a first start that lies behind it. */
export interface Stage extends Progress {
  step: string
}

export const DATA: Stage = { step: 'loading the first data', done: 0.92, next: 'ready' }
export const FRONTENDS: Stage = { step: 'deploying the frontends', done: 0.88, next: DATA.step }
export const SERVICES: Stage = { step: 'starting the services', done: 0.8, next: FRONTENDS.step }
export const STORES: Stage = { step: 'starting the stores', done: 0.75, next: SERVICES.step }
export const READY: Stage = { step: 'ready', done: 1 }
