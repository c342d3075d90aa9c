// The process that renders pages.
import '@offquad/renderer/child'
