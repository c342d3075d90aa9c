import './contact.css'
import { Dialog, lazyComponent } from '@offquad/ui'
import { type ContactRequest, useContactRequest } from '@offquad/web-kit'
import { useState } from 'react'

type View = ContactRequest['view']

const TITLES: Record<View, string> = {
  choice: 'Contact us',
  apartment: 'Can’t find your apartment?',
  question: 'Ask us a question',
}

const loadForms = () => import('./contact-forms')
const FORM = { label: 'The form' }
const SuggestApartment = lazyComponent(async () => (await loadForms()).SuggestApartment, FORM)
const QuestionForm = lazyComponent(async () => (await loadForms()).QuestionForm, FORM)

/** The contact dialog, which opens over any page. */
export function ContactModal({ view: initialView, apartmentName = '' }: ContactRequest) {
  const [view, setView] = useState<View>(initialView)
  const { close } = useContactRequest()
  return (
    // Mounted only while it is open: closing the dialog resets the form.
    <Dialog title={TITLES[view]} width={560} isOpen onClose={close}>
      {view !== 'choice' && (
        // The pressed button is removed, and the focus with it.
        <button
          type="button"
          className="account-back offquad-text-button"
          autoFocus
          onClick={() => setView('choice')}
        >
          ‹ Back
        </button>
      )}
      {view === 'choice' && <Choice onChoose={setView} />}
      {view === 'apartment' && <SuggestApartment name={apartmentName} onGone={close} />}
      {view === 'question' && <QuestionForm onSent={close} />}
    </Dialog>
  )
}

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
