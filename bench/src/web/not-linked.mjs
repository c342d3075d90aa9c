// Stands for a remote that is not part of a bundle.
export {}
