// A file of its own, so that what opens over a page is loaded when it first does.
export { Drawer, Modal } from 'antd'
