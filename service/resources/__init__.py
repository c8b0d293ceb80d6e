"""One file a subject: what may be asked over HTTP."""
