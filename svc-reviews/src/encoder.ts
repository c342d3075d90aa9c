// The process that decodes pictures.
import './photos/encoder.js'
