"""What a link shows to somebody who has not opened it: words and a picture, never more than a stranger may see."""
