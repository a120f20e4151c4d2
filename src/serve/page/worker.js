// The worker: it owns the source of frames. Written in source/.
