export { api } from './api/api'
export { apiQuery, useApi } from './api/api-query'
export { fetchAsUser } from './api/fetch-as-user'
export { isMissing, ProblemError } from './api/problem-error'
export { createQueryClient } from './api/query-client'
export { conforms } from './conforms'
export { type ContactRequest, requestContact, useContactRequest } from './contact/contact-request'
export { type Draft, forgetDraft, keepDraftFields, keepDraftPictures, recallDraft } from './drafts/drafts'
export { type Form, useForm } from './forms/use-form'
export {
  areaName,
  countText,
  describeListing,
  describeRent,
  priceText,
  type Rent,
} from './listings/describe-listing'
export { type ReviewSubject, useReviewSubjects } from './listings/use-review-subjects'
export { ListingLink } from './listings/listing-link'
export {
  isRatingOrder,
  LISTING_ORDERS,
  ListingOrder,
  RATING_ORDER_HINT,
  sortListings,
} from './listings/sort-listings'
export { appOfRemote, pageData, shellOfPage, university } from './page-data'
export { type PhotoUploads, usePhotoUploads } from './photos/use-photo-uploads'
export { newIdempotencyKey } from './idempotency-key'
export { isQueued, queueCall, type QueuedCall } from './outbox/outbox'
export { useOutbox } from './outbox/use-outbox'
export { LoadFailure } from './pages/load-failure'
export { NotFoundPage } from './pages/not-found-page'
export { paths } from './paths'
export { loadRemoteDefinition, RemoteLoadError, replaceLoadedRemote } from './remotes/load-remote'
export {
  applyOverrides,
  askForOverrides,
  confirmOverride,
  declineOverride,
  overrideProblems,
  overrideToConfirm,
  type RemoteOverride,
  remoteOverrides,
  resetOverrides,
} from './remotes/overrides'
export { RemoteContent, Slot } from './remotes/remote-content'
export { defineRemote, provideSlot, type RemoteDefinition } from './remotes/remote-definition'
export { registerPageRemotes, remoteApps } from './remotes/remote-requests'
export { currentUser, forgetSession, resumeSession, signIn, signOut, useUser } from './session/session'
export {
  requireUser,
  SignInError,
  type SignInRequest,
  useSignInRequest,
  withRecentSignIn,
  withUser,
} from './session/sign-in-request'
export { reportCallFailures } from './telemetry/call-failures'
export { followCalls } from './telemetry/traces'
export {
  isReporting,
  reportCall,
  reportRemote,
  reportShell,
  reportUncaughtErrors,
  reportVital,
} from './telemetry/page-reports'
export { useDebounced } from './use-debounced'
export { fullTitle, usePageTitle } from './use-page-title'
export { useRemembered } from './use-remembered'
