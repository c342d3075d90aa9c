// A separate file, so that overlays are a chunk that is loaded when one first opens.
export { Drawer, Modal } from 'antd'
