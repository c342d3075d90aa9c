import { createTeam as createTeamOf } from '@offquad/service-kit/testing/deploy-team'
import { REPOSITORY } from './platform'

/** The HTTP calls of the team of an app of this repository. */
export const createTeam = (platform: { url: string; dataDir: string }, app: string) =>
  createTeamOf({ ...platform, repository: REPOSITORY }, app)
