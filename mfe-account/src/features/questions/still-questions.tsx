import { Button } from '@offquad/ui'
import { requestContact, requireUser, SignInError, university } from '@offquad/web-kit'

/** The way to the team for whoever found no answer. */
export function StillQuestions() {
  async function getInTouch(): Promise<void> {
    try {
      await requireUser('get in touch')
      requestContact({ view: 'choice' })
    } catch (error) {
      if (!(error instanceof SignInError)) throw error
    }
  }
  return (
    <aside className="account-still" aria-labelledby="still-questions">
      <h2 id="still-questions">Still have questions?</h2>
      <p>Write to the team behind {university().productName}. We are students too and read every message.</p>
      <Button type="primary" onClick={() => void getInTouch()}>
        Get In Touch
      </Button>
    </aside>
  )
}
