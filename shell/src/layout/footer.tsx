import { paths, requestContact, university } from '@offquad/web-kit'
import { Link } from 'react-router-dom'

export function Footer() {
  const { productName, name } = university()
  return (
    <footer className="shell-footer">
      <div className="shell-footer-inner">
        <p>
          Want to get in touch?{' '}
          <button type="button" className="shell-contact" onClick={() => requestContact({ view: 'choice' })}>
            Contact Us!
          </button>
        </p>
        <p>
          <Link to={paths.policies()}>Privacy Policy</Link>
        </p>
        <p className="shell-footer-note">
          {productName} is made by and for students of {name}. Reviews are moderated and anonymous.
        </p>
      </div>
    </footer>
  )
}
