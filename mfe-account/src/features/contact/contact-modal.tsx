import './contact.css'
import { reviewSuggestionSlot, type SlotPropsOf } from '@offquad/contracts'
import { Dialog, lazyComponent } from '@offquad/ui'
import {
  type ContactRequest,
  Slot,
  useContactRequest,
  useSessionState,
  useUser,
  VISITOR,
} from '@offquad/web-kit'
import { useState } from 'react'

type View = ContactRequest['view']

const TITLES: Record<View, string> = {
  choice: 'Contact us',
  apartment: 'Can’t find your apartment?',
  question: 'Ask us a question',
}

const ApartmentForm = lazyComponent(async () => (await import('./contact-forms')).ApartmentForm, {
  label: 'The form',
})
const QuestionForm = lazyComponent(async () => (await import('./contact-forms')).QuestionForm, {
  label: 'The form',
})

const NOTHING = { suggestionId: '', name: '' }

/** The contact dialog, which opens over any page. */
export function ContactModal({ view: initialView, apartmentName = '' }: ContactRequest) {
  const [view, setView] = useState<View>(initialView)
  const [isSent, setIsSent] = useState(false)
  // The apartment that the user suggested last, in this tab.
  const name = `account/suggested/${useUser()?.uid ?? VISITOR}`
  const [suggested, setSuggested] = useSessionState(name, reviewSuggestionSlot.props, NOTHING)
  const { close } = useContactRequest()
  return (
    // Mounted only while it is open: closing the dialog resets the form.
    <Dialog title={TITLES[view]} width={560} isOpen onClose={close}>
      {view !== 'choice' && (
        // The button that was pressed, and the focus with it, is gone.
        <button
          type="button"
          className="account-back offquad-text-button"
          autoFocus
          onClick={() => {
            setView('choice')
            setIsSent(false)
          }}
        >
          ‹ Back
        </button>
      )}
      {view === 'choice' && <Choice onChoose={setView} />}
      {view === 'apartment' && (
        <div className="offquad-stack">
          {suggested.suggestionId && <ReviewSuggested {...suggested} />}
          {!isSent && (
            <ApartmentForm
              initialName={apartmentName}
              onSent={close}
              onSuggested={(suggestion) => {
                setSuggested(suggestion)
                setIsSent(true)
              }}
            />
          )}
        </div>
      )}
      {view === 'question' && <QuestionForm onSent={close} />}
    </Dialog>
  )
}

/** Takes the focus: the form that had it is gone. */
const ReviewSuggested = (suggestion: SlotPropsOf<typeof reviewSuggestionSlot>) => (
  <div className="offquad-notice offquad-stack" tabIndex={-1} ref={focusOn}>
    <p>
      You suggested <bdi>{suggestion.name}</bdi>. Your review of it appears once both are approved.
    </p>
    <Slot contract={reviewSuggestionSlot} label="The review" props={suggestion} />
  </div>
)

const focusOn = (element: HTMLElement | null) => element?.focus()

function Choice({ onChoose }: { onChoose: (view: View) => void }) {
  return (
    <div className="account-choices offquad-stack">
      <button type="button" className="offquad-panel" autoFocus onClick={() => onChoose('apartment')}>
        <strong>Can’t find your apartment?</strong>
        <span className="offquad-soft">Tell us about it and we will add it.</span>
      </button>
      <button type="button" className="offquad-panel" onClick={() => onChoose('question')}>
        <strong>Ask us a question</strong>
        <span className="offquad-soft">About a listing, a review, your account or anything else.</span>
      </button>
    </div>
  )
}
