import './picture-field.css'
import { type PointerEvent, useEffect, useId, useRef, useState } from 'react'
import { FieldMessage } from '../form/form-field'
import { Icon } from '../icon'

/** A chosen file that is not uploaded yet, or the URL of an uploaded picture. */
export type Picture = File | string

export interface PictureFieldProps {
  label: string
  /** The pictures in display order. */
  pictures: Picture[]
  onChange: (pictures: Picture[]) => void
  /** Maximum number of pictures. */
  max: number
  /** Larger files are not added. */
  maxBytes: number
  error?: string
  /** The picture that the error is about. */
  wrong?: Picture
  /** Returns the preview URL of an uploaded picture. */
  previewOf?: (url: string) => string
}

/** Listed explicitly, so that phones convert pictures from other formats, such as HEIC. */
const ACCEPTED = 'image/jpeg,image/png,image/webp,image/gif,image/avif'
const ACCEPTED_NAME = /\.(jpe?g|png|webp|gif|avif)$/i
const HEIC_NAME = /\.hei[cf]$/i
/** Edge of converted pictures in pixels: twice the size at which pictures are stored. */
const CONVERTED_EDGE = 4096

/** A field for pictures, with previews, reordering and removal. Files that cannot be used are reported by name. */
export function PictureField(props: PictureFieldProps) {
  const { label, pictures, onChange, max, maxBytes, error, wrong, previewOf = (url) => url } = props
  const id = useId()
  const [status, setStatus] = useState('')
  const [isDropTarget, setIsDropTarget] = useState(false)
  const { list, dragged, dragProps } = useDragging(pictures.length, (from, to) => move(from, to))
  const hasRoom = pictures.length < max
  const wasRemoved = useRef(false)
  const latest = useRef(pictures)
  useEffect(() => {
    latest.current = pictures
  }, [pictures])
  useEffect(() => {
    if (!wasRemoved.current) return
    wasRemoved.current = false
    // The focused button was removed.
    list.current?.querySelector('input')?.focus()
  }, [list, pictures])

  async function add(chosen: File[]): Promise<void> {
    const refused: string[] = []
    const take = (files: File[]): void => {
      const usable = files.filter((file) => {
        const reason = reasonAgainst(file, maxBytes)
        if (reason) refused.push(`${file.name} (${reason})`)
        return reason === undefined
      })
      const room = Math.max(0, max - latest.current.length)
      refused.push(...usable.slice(room).map(({ name }) => `${name} (more than ${max})`))
      setStatus(refused.length > 0 ? `Not added: ${refused.join(', ')}.` : '')
      if (usable.length === 0 || room === 0) return
      latest.current = [...latest.current, ...usable.slice(0, room)]
      onChange(latest.current)
    }
    take(chosen.filter(isAccepted))
    const unaccepted = chosen.filter((file) => !isAccepted(file))
    if (unaccepted.length > 0) take(await Promise.all(unaccepted.map(converted)))
  }

  function move(from: number, to: number): void {
    const moved = pictures[from]
    if (moved === undefined || to < 0 || to >= pictures.length || to === from) return
    const remaining = pictures.toSpliced(from, 1)
    setStatus(`Picture ${from + 1} is now number ${to + 1} of ${pictures.length}.`)
    onChange(remaining.toSpliced(to, 0, moved))
  }

  function remove(index: number): void {
    wasRemoved.current = true
    setStatus(`Picture ${index + 1} is removed.`)
    onChange(pictures.toSpliced(index, 1))
  }

  return (
    <div
      role="group"
      aria-labelledby={`${id}-label`}
      className={`offquad-pictures offquad-cluster${isDropTarget ? ' offquad-pictures-drop' : ''}`}
      onDragOver={(event) => {
        event.preventDefault()
        setIsDropTarget(hasRoom)
      }}
      onDragLeave={() => setIsDropTarget(false)}
      onDrop={(event) => {
        event.preventDefault()
        setIsDropTarget(false)
        void add([...event.dataTransfer.files])
      }}
    >
      <p id={`${id}-label`} className="offquad-visually-hidden">
        {label}
      </p>
      <ul ref={list} className="offquad-cluster">
        {pictures.map((picture, index) => (
          <li
            key={keyOf(picture)}
            className={`${picture === wrong ? 'offquad-picture-wrong' : ''}${index === dragged ? ' offquad-picture-dragged' : ''}`}
          >
            <div className="offquad-picture-image" {...dragProps(index)}>
              <Preview
                picture={picture}
                alt={nameOf(picture, index, pictures.length)}
                previewOf={previewOf}
              />
            </div>
            <div className="offquad-picture-actions">
              <button
                type="button"
                aria-label={`Move picture ${index + 1} to the left`}
                aria-disabled={index === 0}
                onClick={() => move(index, index - 1)}
              >
                <Icon path="m15 5-7 7 7 7" />
              </button>
              <button type="button" aria-label={`Remove picture ${index + 1}`} onClick={() => remove(index)}>
                <Icon path="m6 6 12 12M18 6 6 18" />
              </button>
              <button
                type="button"
                aria-label={`Move picture ${index + 1} to the right`}
                aria-disabled={index === pictures.length - 1}
                onClick={() => move(index, index + 1)}
              >
                <Icon path="m9 5 7 7-7 7" />
              </button>
            </div>
          </li>
        ))}
        <li className="offquad-picture-add" hidden={!hasRoom}>
          <label>
            <input
              type="file"
              className="offquad-covering-input offquad-fill"
              accept={ACCEPTED}
              multiple
              disabled={!hasRoom}
              aria-label={label}
              aria-invalid={error !== undefined}
              aria-describedby={`${id}-hint${error === undefined ? '' : ` ${id}-error`}`}
              onChange={({ target }) => {
                void add([...(target.files ?? [])])
                // Allows choosing the same file again after it was removed.
                target.value = ''
              }}
            />
            <Icon path="M12 5v14M5 12h14" />
            <span>Add pictures</span>
          </label>
        </li>
      </ul>
      <FieldMessage id={`${id}-error`} error={error} />
      <p id={`${id}-hint`} className="offquad-note">
        Up to {max} pictures of at most {Math.round(maxBytes / 1024 / 1024)} MB each.
        {pictures.length > 1 && ' Drag them, or use the arrows, to change their order.'}
      </p>
      <p role="status" className="offquad-note">
        {status}
      </p>
    </div>
  )
}

/** Whether the site accepts pictures of this format; on Windows files may have no type. */
const isAccepted = ({ type, name }: File): boolean =>
  ACCEPTED.split(',').includes(type) || (!type.startsWith('image/') && ACCEPTED_NAME.test(name))

/** Converts a picture to JPEG if this browser can read its format, as Safari can HEIC; otherwise returns the file itself. */
async function converted(file: File): Promise<File> {
  try {
    const picture = await createImageBitmap(file)
    const scale = Math.min(1, CONVERTED_EDGE / Math.max(picture.width, picture.height))
    const canvas = document.createElement('canvas')
    canvas.width = Math.round(picture.width * scale)
    canvas.height = Math.round(picture.height * scale)
    canvas.getContext('2d')?.drawImage(picture, 0, 0, canvas.width, canvas.height)
    const jpeg = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', 0.9))
    return jpeg ? new File([jpeg], file.name.replace(/\.\w+$/, '') + '.jpg', { type: 'image/jpeg' }) : file
  } catch {
    return file
  }
}

function reasonAgainst(file: File, maxBytes: number): string | undefined {
  const { name, type, size } = file
  if (size === 0) return 'is empty'
  if (HEIC_NAME.test(name) || /^image\/hei[cf]/.test(type)) return 'HEIC: export it as JPEG'
  if (!isAccepted(file)) return 'not a picture that can be shown'
  return size > maxBytes ? `larger than ${Math.round(maxBytes / 1024 / 1024)} MB` : undefined
}

const keys = new WeakMap<File, string>()
let lastKey = 0

/** A React key; names are not unique, because the same file may be chosen twice. */
function keyOf(picture: Picture): string {
  if (typeof picture === 'string') return picture
  const key = keys.get(picture) ?? `file ${(lastKey += 1)}`
  keys.set(picture, key)
  return key
}

const nameOf = (picture: Picture, index: number, count: number): string =>
  typeof picture === 'string' ? `Picture ${index + 1} of ${count}` : picture.name

interface PreviewProps {
  picture: Picture
  alt: string
  previewOf: (url: string) => string
}

function Preview({ picture, alt, previewOf }: PreviewProps) {
  const [url, setUrl] = useState<string>()
  const [isBroken, setIsBroken] = useState(false)
  useEffect(() => {
    if (typeof picture === 'string') return
    const created = URL.createObjectURL(picture)
    // eslint-disable-next-line react-hooks/set-state-in-effect -- the URL lives exactly as long as the effect
    setUrl(created)
    return () => URL.revokeObjectURL(created)
  }, [picture])
  if (isBroken) return <span className="offquad-picture-name">{alt}</span>
  return (
    <img
      src={typeof picture === 'string' ? previewOf(picture) : url}
      alt={alt}
      draggable={false}
      onError={() => setIsBroken(true)}
    />
  )
}

/** Drag and drop with pointer events, because the browser's native one does not support touch. */
function useDragging(count: number, move: (from: number, to: number) => void) {
  const list = useRef<HTMLUListElement>(null)
  const [dragged, setDragged] = useState<number>()

  function indexAt(x: number, y: number): number {
    const boxes = [...(list.current?.children ?? [])]
      .slice(0, count)
      .map((item) => item.getBoundingClientRect())
    return boxes.findIndex(
      ({ left, right, top, bottom }) => x >= left && x <= right && y >= top && y <= bottom,
    )
  }

  const dragProps = (index: number) => ({
    onPointerDown(event: PointerEvent<HTMLElement>) {
      if (event.button !== 0 || count < 2) return
      event.currentTarget.setPointerCapture(event.pointerId)
      setDragged(index)
    },
    onPointerMove({ clientX, clientY }: PointerEvent<HTMLElement>) {
      if (dragged === undefined) return
      const target = indexAt(clientX, clientY)
      if (target < 0 || target === dragged) return
      move(dragged, target)
      setDragged(target)
    },
    onPointerUp: () => setDragged(undefined),
    onPointerCancel: () => setDragged(undefined),
  })
  return { list, dragged, dragProps }
}
