import { answersChanged } from '@offquad/contracts'
import { type Announcement, createAnnouncement } from './announce'
import { type Events } from './events'

/** Tells the gateways that public answers of a service changed. */
export const announceAnswers = (events: Pick<Events, 'publish'>, service: string): Announcement =>
  createAnnouncement(() => void events.publish(answersChanged, { service }))
