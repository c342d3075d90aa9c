import { Button } from '@offquad/ui'
import { university } from '@offquad/web-kit'

export function StillQuestions() {
  const { productName, emailDomain } = university()
  return (
    <aside className="account-still" aria-labelledby="still-questions">
      <h2 id="still-questions">Still have questions?</h2>
      <p>Write to the team behind {productName}. We are students too and read every message.</p>
      <Button type="primary" href={`mailto:${productName.toLowerCase()}@${emailDomain}`}>
        Get In Touch
      </Button>
    </aside>
  )
}
