-- Resets that changed since a revision, in the order of their changes.
SELECT workspace_id, namespace, identifier, epoch, revision FROM ratelimit_resets WHERE revision > ? ORDER BY revision LIMIT ?
