import { paths, university } from '@offquad/web-kit'
import { Link } from 'react-router-dom'

export function Footer() {
  const { productName, name } = university()
  return (
    <footer className="shell-footer">
      <div className="shell-footer-inner">
        <p>
          Want to get in touch? <Link to={paths.questions()}>Contact Us!</Link>
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
