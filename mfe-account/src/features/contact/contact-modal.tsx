import './contact.css'
import { Dialog } from '@offquad/ui'
import { type ContactRequest, useContactRequest } from '@offquad/web-kit'
import { useState } from 'react'
import { ApartmentForm } from './apartment-form'
import { QuestionForm } from './question-form'

type View = ContactRequest['view']

const TITLES: Record<View, string> = {
  choice: 'Contact us',
  apartment: 'Can’t find your apartment?',
  question: 'Ask us a question',
}

/** Writing to the team, over any page. */
export function ContactModal({ view: first, apartmentName = '' }: ContactRequest) {
  const [view, setView] = useState<View>(first)
  const { close } = useContactRequest()
  return (
    // It exists while it is open: closing forgets what was typed.
    <Dialog title={TITLES[view]} width={560} isOpen onClose={close}>
      {view !== 'choice' && (
        <button type="button" className="account-back" onClick={() => setView('choice')}>
          ‹ Back
        </button>
      )}
      {view === 'choice' && <Choice onChoose={setView} />}
      {view === 'apartment' && <ApartmentForm name={apartmentName} onSent={close} />}
      {view === 'question' && <QuestionForm onSent={close} />}
    </Dialog>
  )
}

function Choice({ onChoose }: { onChoose: (view: View) => void }) {
  return (
    <div className="account-choices">
      <button type="button" onClick={() => onChoose('apartment')}>
        <strong>Can’t find your apartment?</strong>
        <span>Tell us about it, and we add it.</span>
      </button>
      <button type="button" onClick={() => onChoose('question')}>
        <strong>Ask us a question</strong>
        <span>About a listing, a review, your account or anything else.</span>
      </button>
    </div>
  )
}
