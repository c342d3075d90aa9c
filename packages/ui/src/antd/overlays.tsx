import { Modal as AntModal, type ModalProps } from 'antd'
import { AntdTheme } from './antd-theme'

export const Modal = (props: ModalProps) => (
  <AntdTheme>
    <AntModal {...props} />
  </AntdTheme>
)
