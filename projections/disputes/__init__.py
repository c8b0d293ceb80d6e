"""What is read of disputes: their list, and the evidence about a hand."""
