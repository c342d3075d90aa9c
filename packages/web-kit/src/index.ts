export { api, fetchAsUser } from './api/api'
export { apiQuery, invalidateReads, useApi } from './api/api-query'
export { newIdempotencyKey } from './api/idempotency-key'
export { isNotFound, ProblemError } from './api/problem-error'
export { createQueryClient } from './api/query-client'
export { urlOf } from './api/send'
export { conforms } from './conforms'
export { type ContactRequest, requestContact, useContactRequest } from './contact/contact-request'
export { DraftNote } from './drafts/draft-note'
export { submitDraft } from './drafts/send-draft'
export { type FormDraft, useDraft } from './drafts/use-draft'
export { useOutbox } from './drafts/use-outbox'
export { ErrorBoundary } from './error-boundary'
export { createExternalStore, type ExternalStore, useExternalStore } from './external-store'
export { countText, priceText } from './format'
export { type Form, useForm } from './forms/use-form'
export {
  areaName,
  commuteTimeText,
  describeListing,
  describeRent,
  describeTopics,
  estimateNote,
  FROM_CARD,
  ListingLink,
  type Rent,
} from './listings/listing-link'
export { type ReviewSubject, useReviewSubjects } from './listings/use-review-subjects'
export {
  isRatingOrder,
  LISTING_ORDERS,
  ListingOrder,
  RATING_ORDER_HINT,
  sortListings,
} from './listings/sort-listings'
export { createTurns } from './in-turn'
export { isOffline } from './is-offline'
export { lazyComponent } from './lazy-component'
export { appOfRemote, pageData, shellOfPage, university } from './page-data'
export { browserPlaces } from './places/browser-places'
export { commutePlaceOf, useCommutes, useRouting } from './places/commutes'
export {
  deleteMyPlace,
  knownMyPlaces,
  loadMyPlaces,
  type MyPlaces,
  newMyPlaceId,
  reorderMyPlaces,
  saveMyPlace,
  searchablePlaces,
  useMyPlaces,
} from './places/my-places'
export { type PhotoUploads, usePhotoUploads } from './photos/photo-uploads'
export { LoadFailure, QueryContent, type QueryFailure, queryFailure } from './pages/query-content'
export { NotFoundPage } from './pages/not-found-page'
export { paths } from './paths'
export { loadRemoteDefinition, RemoteLoadError, replaceLoadedRemote } from './remotes/load-remote'
export {
  applyOverrides,
  confirmOverride,
  declineOverride,
  overrideProblems,
  overrideToConfirm,
  type RemoteOverride,
  remoteOverrides,
  requestOverrides,
  resetOverrides,
} from './remotes/overrides'
export { readsOfSlot } from './remotes/reads-of-slot'
export { preloadSlot, RemoteContent, Slot } from './remotes/remote-content'
export {
  defineRemote,
  lazyPage,
  type PageAddress,
  provideSlot,
  type RemoteDefinition,
  type RemoteReads,
} from './remotes/remote-definition'
export { registerPageRemotes, remoteApps } from './remotes/remote-requests'
export { clearSession, currentUser, resumeSession, signIn, signOut, useUser } from './session/session'
export {
  requireUser,
  failureText,
  SignInError,
  type SignInRequest,
  asAuthor,
  useSignInRequest,
  VISITOR,
  withRecentSignIn,
  withUser,
} from './session/sign-in-request'
export { reportCallFailures } from './telemetry/call-failures'
export { currentRoute } from './telemetry/current-route'
export { watchForChanges } from './telemetry/noise'
export { traceCalls } from './telemetry/traces'
export {
  isReporting,
  reportCall,
  reportRemote,
  reportShell,
  reportUncaughtErrors,
  reportVital,
} from './telemetry/page-reports'
export { storedValue, type StoredValue, useStoredValue } from './stored-value'
export { useDebounced } from './use-debounced'
export { useFocusSuccessor } from './use-focus-successor'
export { useIsHydrating } from './use-is-hydrating'
export { useIsShown } from './use-is-shown'
export { fullTitle, usePageTitle } from './use-page-title'
export { readSession, useSessionState, writeSession } from './session-state'
export { withTimeout } from './with-timeout'

// Former names: deployed remotes still import them, so they stay until the next major version (ADR 011).
export { isNotFound as isMissing } from './api/problem-error'
export { requestOverrides as askForOverrides } from './remotes/overrides'
export { clearSession as forgetSession } from './session/session'
export { useSessionState as useRemembered } from './session-state'
export { traceCalls as followCalls } from './telemetry/traces'
