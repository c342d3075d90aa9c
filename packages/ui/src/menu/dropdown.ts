// A separate file, so that it is a chunk that only pages with a menu load.
export { Dropdown } from 'antd'
