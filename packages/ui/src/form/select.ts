// A separate file, so that selects are a chunk that is loaded when the first one renders.
export { Select } from 'antd'
