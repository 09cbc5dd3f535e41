"""What a viewer of a room gets: messages, snapshots, previews and drafts."""
